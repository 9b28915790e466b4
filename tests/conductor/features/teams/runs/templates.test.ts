import { rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { bundleEntry } from '../../../../kit/bundle-entry.ts';
import { programWorld, WORKER } from '../../../../kit/program-world.ts';
import { runWorld } from '../../../../kit/run-world.ts';

type Template = ResponseOf<'getTemplate'> & { readonly code?: string; readonly field?: string };

type Check = ResponseOf<'checkTemplate'>;

async function world(scripts: Parameters<typeof programWorld>[0] = {}) {
  const runs = await programWorld(scripts);
  const at = (id: string) => `/v1/templates/${encodeURIComponent(id)}`;
  return {
    ...runs,
    template: (method: string, id: string, body?: object) =>
      runs.ask<Template>(method, at(id), body),
    check: (id: string, body: object = {}) => runs.ask<Check>('POST', `${at(id)}/check`, body),
  };
}

const fakeAcp = async () => ({
  command: process.execPath,
  args: [await bundleEntry('tests/kit/fake-agents/fake-acp.ts'), JSON.stringify(WORKER)],
});

test('what is in the way of a worker is said before its run', async () => {
  const runs = await world();
  await runs.template('PUT', 'terminal:gone', { command: 'no-such-program-here' });
  expect(await runs.check('terminal:gone')).toEqual({
    template_id: 'terminal:gone',
    ready: false,
    faults: [
      {
        code: 'template_missing',
        text: 'gone is not installed: there is no no-such-program-here.',
      },
      { code: 'folder_refused', text: 'Say in which folder its programs work.' },
    ],
    ready_ms: null,
  });
  const told = async (id: string) => (await runs.check(id)).faults.map(({ code }) => code);
  expect(await told('agent:nobody')).toEqual(['agent_unknown']);
  expect(await told('chat:claude')).toEqual(['template_missing']);
  expect(await told('conversation:nobody')).toEqual(['not_found']);
  // No model is configured.
  expect(await told('agent:assistant')).toHaveLength(1);
});

test('a program that does not speak the protocol is not ready', async () => {
  const runs = await world();
  const { folder } = runs;
  await runs.template('PUT', 'acp:mute', {
    command: process.execPath,
    args: ['-e', 'console.error("log in first"); process.exit(3)'],
    folder,
  });
  const { ready, faults } = await runs.check('acp:mute', { start: true });
  expect(ready).toBe(false);
  expect(faults[0]?.text).toContain('log in first');
  // Without being asked to, it starts nothing.
  expect(await runs.check('acp:mute')).toMatchObject({ ready: true, ready_ms: null });
});

test('a program without its key is there, and cannot be started', async () => {
  const runs = await world();
  await runs.template('PUT', 'acp:mine', await fakeAcp());
  await runs.conductor.stop();
  rmSync(join(runs.dataDir, 'seal-key'));
  const again = await programWorld({}, runs.dataDir);
  expect(await again.ask('GET', '/v1/templates/acp:mine')).toMatchObject({ program: null });
  expect(await again.ask('POST', '/v1/templates/acp:mine/check', {})).toMatchObject({
    faults: [{ code: 'seal_locked' }],
  });
});

const REFUSED = [
  ['chat:mine', {}, 'invalid_request', 'params.id'],
  // Built in.
  ['acp:codex', {}, 'invalid_transition', 'params.id'],
  ['acp:filed', {}, 'invalid_transition', 'params.id'],
  ['acp:mine', { command: '' }, 'invalid_request', 'body.command'],
  ['acp:mine', { args: ['a\0b'] }, 'invalid_request', 'body.args.0'],
  ['acp:mine', { folder: homedir() }, 'folder_refused', 'body.folder'],
] as const;

test('a program is refused at its field', async () => {
  const runs = await world({ filed: WORKER });
  for (const [id, change, code, field] of REFUSED)
    expect(
      await runs.template('PUT', id, { command: 'codex-acp', ...change }),
      JSON.stringify([id, change]),
    ).toMatchObject({ code, field });
});

test('a worker whose program became a shell is told nothing, since nobody looked at it as commands', async () => {
  const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined));
  const folder = join(runs.conductor.dataDir, '..');
  const put = (screen: string) =>
    runs.ask('PUT', '/v1/templates/terminal:mine', { command: 'sh', screen });
  await put('claude-code');
  const { run_id: id, workers } = await runs.start({
    templates: { Executor: 'terminal:mine' },
    folder,
  });
  await put('shell');
  await runs.post(id, 'inputs', { workers: [workers[1]?.tab_id], text: 'sudo true' });
  await expect
    .poll(async () => (await runs.shown(id)).workers[1]?.status_snapshot.error)
    .toBe('template_missing');
  expect(runs.conductor.rows('select * from resources')).toEqual([]);
});
