import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { ROOT } from '../../../launcher/root.ts';
import { type ToolServers, toolServers } from '../../kit/tool-servers.ts';

let dir: string;
let servers: ToolServers;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'baton-mcp-'));
  const entry = join(ROOT, 'tests', 'kit', 'disorderly-mcp-server.ts');
  const server = { command: process.execPath, args: [entry], timeoutMs: 10_000 };
  servers = toolServers(dir, { a: server, conductor: server, b: { ...server, trust: 'none' } });
});
afterAll(async () => {
  await servers.tools.close();
  rmSync(dir, { recursive: true, force: true });
});

const all = async () =>
  (
    await Promise.all(servers.source.targets().map((target) => servers.source.toolsOf(target)))
  ).flatMap((one) => (one.ok ? one.value : []));
const said = (text: string) => ({ ok: true, text: expect.stringContaining(text) });

it.each([
  ['answers twice', 'twice', said('first')],
  ['answers after a fault', 'fault_then_answer', { ok: false }],
  ['answers for calls of before', 'for_others', said('own')],
  ['ends within an answer', 'half', { ok: false }],
  ['nests lists', 'deep', { ok: false }],
  ['nests objects', 'deep_objects', { ok: false }],
  ['names prototypes', 'prototypes', said('plain')],
])(
  'a server that %s harms no call after it',
  async (_what, tool, outcome) => {
    expect(await servers.call('a', tool)).toMatchObject(outcome);
    expect(await servers.call('a', 'plain')).toMatchObject(said('plain'));
    expect(({} as { bad?: unknown }).bad).toBeUndefined();
  },
  30_000,
);

it.each(['half', 'deep', 'deep_objects'])(
  'what may have taken effect is not called so that it may be called again: %s',
  async (tool) => {
    expect(await servers.call('b', tool)).toMatchObject({ ok: false, code: 'outcome_unknown' });
  },
);

it('a server that asks for a password, a model, folders or files is refused all of them', async () => {
  const answered = JSON.stringify(Array.from({ length: 8 }, () => -32_601));
  expect(await servers.call('a', 'asks')).toMatchObject(said(answered));
});

it('names of tools stand for none of Baton’s own, nor for one another', async () => {
  const tools = await all();
  const ids = tools.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^mcp\.(?:a|b|conductor)::[A-Za-z][\w.-]*$/.test(id))).toBe(true);
  // The first of a name keeps it.
  expect(await servers.call('a', 'plain')).toMatchObject(said('plain'));
  expect(await servers.call('a', 'ta_b')).toMatchObject(said('as a::b'));
  expect(await servers.tools.find('conductor', 'plain')).toMatchObject({ ok: false });
});

it('hints of a server that is not trusted count for nothing', async () => {
  const tools = (await all()).filter(({ target }) => target === 'mcp.b');
  expect(tools.length).toBeGreaterThan(10);
  expect(tools.every(({ risk, readOnly }) => risk === 'high' && !readOnly)).toBe(true);
});
