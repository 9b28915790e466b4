import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';

import { newestProgram } from '../../../../launcher/newest-program.mjs';
import { type ResourceWorld, resourceWorld, SITE } from '../../../kit/resource-world.ts';
import { cleanEnv } from '../../../kit/run-baton.ts';
import { runConductor } from '../../../kit/running-conductor.ts';

const STDIO_MAIN = newestProgram('conductor/src/edges/mcp/stdio-main.ts');

/** Tokens of all twelve tools, as a model gets them; in JSON a token has at least `CHARS_PER_TOKEN` characters. */
const MOST_TOKENS = 2_500;
const CHARS_PER_TOKEN = 3;

const TOOLS = [
  'browser_act',
  'browser_extract',
  'browser_find',
  'browser_navigate',
  'browser_open',
  'browser_screenshot',
  'browser_snapshot',
  'browser_switch_tab',
  'browser_tabs',
  'resource_close',
  'resource_list',
  'terminal_run',
];

type Door = 'stdio' | 'http';

type Running = Pick<ResourceWorld['conductor'], 'url' | 'adminSecret' | 'dataDir'>;

async function connected(door: Door, { url, adminSecret, dataDir }: Running, name = 'a client') {
  const authorization = `Bearer ${adminSecret}`;
  const transport =
    door === 'http'
      ? new StreamableHTTPClientTransport(new URL('/mcp', url), {
          requestInit: { headers: { authorization } },
        })
      : new StdioClientTransport({
          command: process.execPath,
          args: [STDIO_MAIN, '--data-dir', dataDir],
          env: cleanEnv() as Record<string, string>,
        });
  const client = new Client({ name, version: '0' });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  onTestFinished(() => client.close());
  const use = async (tool: string, args: Record<string, unknown> = {}, signal?: AbortSignal) => {
    const asked = { name: tool, arguments: args };
    const options = signal === undefined ? {} : { signal };
    const { content, isError } = (await client.callTool(
      asked,
      undefined,
      options,
    )) as CallToolResult;
    const [first] = content;
    return { text: first?.type === 'text' ? first.text : '', content, bad: isError === true };
  };
  return { client, transport, use };
}

const sessionsOf = (world: ResourceWorld, label: string) =>
  world.conductor.rows<{ id: string; seen: number | null }>(
    `select chat_session_id as id, client_seen_at as seen from chat_sessions where label = '${label}'`,
  );

describe.each(['http', 'stdio'] as const)('a client over %s', (door) => {
  it('works in tabs of its own session, in its own name', async () => {
    const world = await resourceWorld();
    const { use } = await connected(door, world.conductor, 'Claude Code');
    expect((await use('resource_list')).text).toBe('{"resources":[]}');
    const opened = await use('browser_open', { url: `${SITE}/a` });
    expect(opened.bad).toBe(false);
    const [session] = sessionsOf(world, 'Claude Code');
    expect(session?.seen).toBeGreaterThan(0);
    const shown = await use('browser_snapshot');
    expect(shown.text).toContain('e12 button "Save"');
    expect(shown.text).toContain('\nstate {');
    expect((await use('browser_navigate', { url: `${SITE}/b` })).bad).toBe(false);
    expect((await use('browser_extract')).text).toContain('## Current Browser State');
    expect((await use('browser_tabs')).text).toContain(`${SITE}/b`);
    expect([...world.executor.disk.pages.keys()]).toEqual([`browser_${session?.id}_0`]);
    const callers = world.conductor.rows('select distinct caller from resource_calls');
    expect(callers).toEqual([{ caller: 'mcp' }]);
    const bad = await use('browser_switch_tab', { tab: 't_nowhere' });
    expect([bad.bad, bad.text]).toEqual([
      true,
      expect.stringMatching(/^tab_not_found: .*example/s),
    ]);
    await use('resource_close', { resource: `browser_${session?.id}_0` });
    expect(world.executor.disk.pages.size).toBe(0);
  });
});

describe('a call', () => {
  it('has a person asked, and goes on when they have answered', async () => {
    const world = await resourceWorld();
    const { use } = await connected('http', world.conductor);
    await use('browser_open', { url: `${SITE}/a` });
    const steps = [{ verb: 'click', ref: 'e12' }];
    const acting = use('browser_act', { steps });
    const question = await world.asked();
    expect(question).toMatchObject({ instruction: { action: 'browser::act' } });
    await world.answer(question.approval_id, 'approve');
    expect(await acting).toMatchObject({ bad: false, text: expect.stringContaining('done') });
  });

  it('is cancelled when its client gives it up, before anything of it is done', async () => {
    const world = await resourceWorld([]);
    const { use } = await connected('http', world.conductor);
    const giving = new AbortController();
    const opening = use('browser_open', { url: `${SITE}/a` }, giving.signal);
    const { subject } = await world.asked();
    giving.abort();
    await expect(opening).rejects.toThrow();
    await expect
      .poll(() => world.call(String(subject['id'])), { timeout: 10_000 })
      .toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
    world.executor.grant(SITE);
    await world.inbox.allAcked();
    expect(world.inbox.of('tool.call')).toEqual([]);
  });
});

describe('the tools of resources', () => {
  it('are twelve, and cost few tokens', async () => {
    const { client } = await connected('http', await runConductor());
    const { tools } = await client.listTools();
    const ours = tools.filter(({ name }) => /^(browser|terminal|resource)_/.test(name));
    expect(ours.map(({ name }) => name).toSorted()).toEqual(TOOLS);
    const told = ours.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    expect(JSON.stringify(told).length / CHARS_PER_TOKEN).toBeLessThan(MOST_TOKENS);
  });

  it('give pictures as pictures', async () => {
    const world = await resourceWorld();
    const { use } = await connected('http', world.conductor);
    const attachment = { name: 'page.png', mime: 'image/png', data_base64: 'iVBORw0KGgo=' };
    world.executor.answer = ({ tool }) =>
      tool === 'browser.screenshot' ? { attachments: [attachment], result: {} } : {};
    await use('browser_open', { url: `${SITE}/a` });
    const { content } = await use('browser_screenshot');
    expect(content).toContainEqual({
      type: 'image',
      mimeType: 'image/png',
      data: attachment.data_base64,
    });
  });

  it('go on with a call that had not ended, and with none of another client', async () => {
    const world = await resourceWorld();
    const mine = await connected('http', world.conductor, 'mine');
    const other = await connected('http', world.conductor, 'other');
    await mine.use('browser_open', { url: `${SITE}/a` });
    const [{ call_id: call } = { call_id: '' }] = world.conductor.rows<{ call_id: string }>(
      'select call_id from resource_calls',
    );
    expect((await mine.use('resource_list', { call })).text).toContain('browser.ensure');
    expect(await other.use('resource_list', { call })).toMatchObject({
      bad: true,
      text: expect.stringContaining('not_found'),
    });
  });

  it('do nothing in the session of a conversation', async () => {
    const world = await resourceWorld();
    const id = await world.conversation('c-1');
    world.says('c-1', '```baa\n@browser::ensure::{"url":"https://example.org/a"}\n```');
    await world.inbox.first('delivery.enqueue');
    const { url, adminSecret } = world.conductor;
    const asked = await fetch(`${url}/v1/sessions/${id}/calls`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${adminSecret}`,
        'baton-via': 'mcp',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ tool: 'browser.snapshot', args: {} }),
    });
    expect(await asked.json()).toMatchObject({ code: 'not_found', field: 'params.id' });
  });
});

describe('a client that goes', () => {
  it('leaves nothing open when it says so', async () => {
    const world = await resourceWorld();
    const { use, transport } = await connected('http', world.conductor, 'leaves');
    await use('browser_open', { url: `${SITE}/a` });
    await (transport as StreamableHTTPClientTransport).terminateSession();
    await expect.poll(() => world.executor.disk.pages.size).toBe(0);
    expect(sessionsOf(world, 'leaves')).toMatchObject([{ seen: null }]);
  });

  it('has its tabs closed half an hour later, pinned ones not, as the trail tells', async () => {
    let ahead = 0;
    const world = await resourceWorld([SITE], { now: () => Date.now() + ahead });
    const { use } = await connected('http', world.conductor, 'gone');
    await use('browser_open', { url: `${SITE}/a` });
    const [session] = sessionsOf(world, 'gone');
    await world.run(session?.id ?? '', 'browser.ensure', { url: `${SITE}/b`, pinned: true });
    ahead = 29 * 60_000;
    await use('browser_tabs');
    expect(world.executor.disk.pages.size).toBe(2);
    ahead = 61 * 60_000;
    await expect
      .poll(() => [...world.executor.disk.pages.keys()], { timeout: 10_000 })
      .toEqual([`browser_${session?.id}_1`]);
    const { items } = await world.ask<{ items: object[] }>(
      'GET',
      '/v1/events/log?type=session.ended',
    );
    expect(items).toMatchObject([
      { subject_id: session?.id, actor: 'conductor', detail: { label: 'gone' } },
    ]);
    // Whoever comes back goes on in it.
    expect((await use('browser_tabs')).text).toContain(`${SITE}/b`);
  });
});

describe('a page that is not used', () => {
  it('closes after two hours, unless it is pinned', async () => {
    let ahead = 0;
    const world = await resourceWorld([SITE], { now: () => Date.now() + ahead });
    const id = await world.session();
    await world.run(id, 'browser.ensure', { url: `${SITE}/a` });
    await world.run(id, 'browser.ensure', { url: `${SITE}/b`, pinned: true });
    ahead = 121 * 60_000;
    await expect
      .poll(() => [...world.executor.disk.pages.keys()], { timeout: 10_000 })
      .toEqual([`browser_${id}_1`]);
  });
});
