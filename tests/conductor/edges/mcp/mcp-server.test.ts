import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newestProgram } from '../../../../launcher/newest-program.mjs';
import { type CliWorld, openCliWorld } from '../../../kit/cli-world.ts';
import { cleanEnv } from '../../../kit/run-baton.ts';
import { runTool } from '../../../kit/run-tool.ts';

type Door = 'stdio' | 'http';

let world: CliWorld;

let clients: Record<Door, Client>;

/** Progress for a client that waits in vain, while the other tests run. */
let heard: Record<Door, Promise<readonly Progress[]>>;

const newClient = (): Client => new Client({ name: 'test', version: '0' });

const STDIO_MAIN = newestProgram('conductor/src/edges/mcp/stdio-main.ts');

function overStdio(args: readonly string[]): StdioClientTransport {
  const env = cleanEnv() as Record<string, string>;
  return new StdioClientTransport({
    command: process.execPath,
    args: [STDIO_MAIN, ...args],
    env,
    stderr: 'pipe',
  });
}

function overHttp(headers: Readonly<Record<string, string>>): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL('/mcp', world.url), {
    requestInit: { headers },
  });
}

/** As the SDK's own types have it, but for what is optional in them. */
async function connected(transport: StdioClientTransport | StreamableHTTPClientTransport) {
  const client = newClient();
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

beforeAll(async () => {
  world = await openCliWorld();
  clients = {
    stdio: await connected(overStdio(['--data-dir', world.dataDir])),
    http: await connected(overHttp({ authorization: `Bearer ${world.adminSecret}` })),
  };
  await world.api('PUT', `/v1/conversations/${world.ids.talks}/mode`, { mode: 'auto' });
  await world.api('PUT', `/v1/conversations/${world.ids.unseen}/mode`, { mode: 'paused' });
  const waiting = async (door: Door): Promise<readonly Progress[]> => {
    const reports: Progress[] = [];
    const message = { conversation: world.ids.silent, text: 'Still there?', timeout_s: 6 };
    await call(door, 'send_message', message, (progress) => reports.push(progress));
    return reports;
  };
  heard = { stdio: waiting('stdio'), http: waiting('http') };
}, 60_000);

afterAll(async () => {
  await Promise.all(Object.values(clients).map((client) => client.close()));
  await world.close();
});

async function call(
  door: Door,
  name: string,
  given: Record<string, unknown> = {},
  onprogress?: (progress: Progress) => void,
): Promise<{
  readonly value: Record<string, unknown>;
  readonly text: string;
  readonly bad: boolean;
}> {
  const options = onprogress === undefined ? {} : { onprogress };
  const result = (await clients[door].callTool(
    { name, arguments: given },
    undefined,
    options,
  )) as CallToolResult;
  const [block] = result.content;
  return {
    value: result.structuredContent ?? {},
    text: block?.type === 'text' ? block.text : '',
    bad: result.isError === true,
  };
}

describe.each(['stdio', 'http'] as const)('a client over %s', (door) => {
  it('learns what Baton is for and which tools it has', async () => {
    const client = clients[door];
    expect(client.getServerVersion()).toMatchObject({ name: 'baton', title: 'Baton' });
    expect(client.getInstructions()).toContain('list_conversations');
    const { tools } = await client.listTools();
    const hints = Object.fromEntries(
      tools
        .filter(({ name }) => !/^(browser|terminal|resource)_/.test(name))
        .map((tool) => [tool.name, tool.annotations?.readOnlyHint === true]),
    );
    expect(hints).toEqual({
      agent_list: true,
      agent_run: false,
      agent_status: true,
      agent_steer: false,
      agent_stop: false,
      start_run: false,
      read_run: true,
      send_to_worker: false,
      list_conversations: true,
      read_conversation: true,
      search_messages: true,
      set_mode: false,
      send_message: false,
      start_conversation: false,
      wait_for_reply: true,
      cancel_message: false,
      list_approvals: true,
      answer_approval: false,
    });
    for (const tool of tools) expect(tool.description).toBeTruthy();
  });

  it('lists chats, narrows them, and reads one', async () => {
    const { value, text } = await call(door, 'list_conversations', { query: 'TALKS' });
    expect(value).toEqual({
      conversations: [expect.objectContaining({ conversation: world.ids.talks, mode: 'auto' })],
      next_cursor: null,
    });
    expect(JSON.parse(text)).toEqual(value);
    const first = await call(door, 'list_conversations', { limit: 1 });
    const next = await call(door, 'list_conversations', {
      limit: 1,
      cursor: first.value['next_cursor'],
    });
    expect(next.value['conversations']).not.toEqual(first.value['conversations']);
    const read = await call(door, 'read_conversation', { conversation: world.ids.unseen });
    expect(read.value).toEqual({
      messages: [
        {
          author: 'assistant',
          text: 'I am unseen.',
          complete: 'whole',
          observed_at: expect.any(Number),
        },
      ],
      next_cursor: null,
    });
  });

  it('finds a chat by its title however long ago it was touched', async () => {
    for (const name of ['talks', 'silent', 'refuses', 'unseen'] as const) {
      const query = `chat THAT ${name}`;
      const { value } = await call(door, 'list_conversations', { query, limit: 1 });
      expect(value).toEqual({
        conversations: [expect.objectContaining({ conversation: world.ids[name] })],
        next_cursor: null,
      });
    }
  });

  it('sends a message, waits, and has the reply', async () => {
    const sent = await call(door, 'send_message', {
      conversation: world.ids.talks,
      text: `Hello over ${door}`,
    });
    expect(sent).toEqual({
      bad: false,
      text: `You said: Hello over ${door}`,
      value: {
        conversation: world.ids.talks,
        job: expect.any(String),
        status: 'finalized',
        reply: `You said: Hello over ${door}`,
        complete: 'whole',
        open: { actions: 0, approvals: 0, deliveries: 0 },
      },
    });
    const found = await call(door, 'search_messages', { words: `over ${door}` });
    expect(JSON.stringify(found.value)).toContain(world.ids.talks);
  });

  it('waits in vain without losing the message, and can go on waiting or cancel', async () => {
    const sent = await call(door, 'send_message', {
      conversation: world.ids.silent,
      text: 'Hello?',
      timeout_s: 1,
    });
    expect(sent.bad).toBe(false);
    expect(sent.text).toMatch(/^No final reply yet; [^]* Call wait_for_reply with job /);
    const job = String(sent.value['job']);
    const again = await call(door, 'wait_for_reply', { job, timeout_s: 1 });
    expect(again.value).toMatchObject({ job, reply: null });
  });

  it('cancels what is not in the chat yet, and nothing that has ended', async () => {
    const waits = { conversation: world.ids.silent, text: 'Never mind', wait: false };
    const queued = await call(door, 'send_message', waits);
    // The one before it has no reply yet, so it waits.
    expect(await call(door, 'cancel_message', { job: queued.value['job'] })).toMatchObject({
      value: { status: 'failed' },
    });
    const done = await call(door, 'send_message', { conversation: world.ids.talks, text: 'x' });
    expect(await call(door, 'cancel_message', { job: done.value['job'] })).toMatchObject({
      bad: true,
      text: expect.stringMatching(/^invalid_transition: /),
    });
  });

  it('starts a chat and comes back for the reply', async () => {
    const started = await call(door, 'start_conversation', {
      platform: 'chatgpt',
      text: 'Hello, new one',
      wait: false,
    });
    expect(started.value).toMatchObject({
      conversation: expect.any(String),
      job: expect.any(String),
    });
  });

  it('sets a mode', async () => {
    const { silent: conversation } = world.ids;
    const set = await call(door, 'set_mode', { conversation, mode: 'paused', reason: 'tea' });
    expect(set.value).toEqual({ conversation, mode: 'paused' });
    await call(door, 'set_mode', { conversation, mode: 'manual' });
  });

  it('sees what waits for a person, and answers it', async () => {
    const yes = await world.asks(`${door}-yes`);
    const no = await world.asks(`${door}-no`);
    const open = await call(door, 'list_approvals', { conversation: world.ids.talks });
    expect(open.value['approvals']).toEqual([
      expect.objectContaining({ approval: no, action: 'conversation::send', risk: 'medium' }),
      expect.objectContaining({ approval: yes, kind: 'permission' }),
    ]);
    expect(
      (await call(door, 'answer_approval', { approval: yes, decision: 'approve' })).value,
    ).toEqual({ approval: yes, decision: 'approved' });
    const denied = await call(door, 'answer_approval', {
      approval: no,
      decision: 'deny',
      reason: 'not now',
    });
    expect(denied.value).toEqual({ approval: no, decision: 'denied' });
    // Who answered is on record.
    expect(await world.api('GET', `/v1/approvals/${no}`)).toMatchObject({
      decided_by: expect.stringContaining('mcp'),
    });
    expect(
      await call(door, 'answer_approval', { approval: no, decision: 'approve' }),
    ).toMatchObject({
      bad: true,
      text: expect.stringMatching(/^invalid_transition: /),
    });
  });

  it('reads chats as resources', async () => {
    const client = clients[door];
    const uri = `baton://conversations/${world.ids.refuses}`;
    const { resources } = await client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri, name: 'Chat that refuses' }));
    const { contents } = await client.readResource({ uri });
    expect(contents).toEqual([
      { uri, mimeType: 'text/markdown', text: '**assistant**\n\n> I am refuses.' },
    ]);
    await expect(client.readResource({ uri: 'baton://conversations/nobody' })).rejects.toThrow(
      'There is no conversation nobody',
    );
  });

  it.each([
    ['an unknown chat', 'read_conversation', { conversation: 'nobody' }, /^not_found: .*nobody/],
    ['no text', 'send_message', { conversation: 'x', text: '' }, /text/],
    ['no chat', 'send_message', { text: 'hi' }, /conversation/],
    ['a mode that is none', 'set_mode', { conversation: 'x', mode: 'asleep' }, /mode/],
    ['a wait of no time', 'wait_for_reply', { job: 'x', timeout_s: 0 }, /timeout_s/],
    ['an unknown job', 'wait_for_reply', { job: 'nothing' }, /^not_found: .*nothing/],
    ['an unknown approval', 'answer_approval', { approval: 'x', decision: 'deny' }, /^not_found/],
    [
      'a site nobody has open',
      'start_conversation',
      { platform: 'x', text: 'hi' },
      /^missing_route/,
    ],
    ['a cursor that is none', 'list_conversations', { cursor: '!' }, /^invalid_request: .*cursor/],
    ['an unknown tool', 'format_disk', {}, /format_disk/],
  ])('is told of %s', async (_what, name, given, says) => {
    const { bad, text } = await call(door, name, given);
    expect({ bad, text }).toEqual({ bad: true, text: expect.stringMatching(says) });
    expect(text).not.toMatch(/\n\s+at /);
  });

  it('is told why a message cannot go out, and what to do', async () => {
    const paused = await call(door, 'send_message', { conversation: world.ids.unseen, text: 'hi' });
    expect(paused).toMatchObject({
      bad: true,
      text: expect.stringMatching(/^conversation_paused: /),
    });
    const refused = await call(door, 'send_message', {
      conversation: world.ids.refuses,
      text: 'hi',
    });
    expect(refused).toMatchObject({
      bad: true,
      text: 'challenge_required: Are you a robot? Open the page and pass the check.',
    });
  });
});

describe('the door over HTTP', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const post = (headers: Readonly<Record<string, string>>, body: unknown = ping) =>
    fetch(`${world.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('is locked to whoever has no secret, and to pages', async () => {
    const own = { authorization: `Bearer ${world.adminSecret}` };
    expect((await post({})).status).toBe(401);
    expect((await post({ authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await post({ ...own, origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(own)).status).toBe(200);
    await expect(connected(overHttp({ authorization: 'Bearer wrong' }))).rejects.toThrow();
  });

  it('keeps nothing of a client, and takes no session id that names none', async () => {
    const own = { authorization: `Bearer ${world.adminSecret}` };
    const answer = await post(own);
    expect(answer.headers.get('mcp-session-id')).toBeNull();
    const got = await fetch(`${world.url}/mcp`, { headers: own });
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST, DELETE']);
    const ending = (headers: Readonly<Record<string, string>>) =>
      fetch(`${world.url}/mcp`, { method: 'DELETE', headers: { ...own, ...headers } });
    expect((await ending({})).status).toBe(400);
    for (const id of ['nobody', world.ids.talks]) {
      const named = { 'mcp-session-id': id };
      expect((await ending(named)).status).toBe(404);
      expect((await post({ ...own, ...named })).status).toBe(404);
    }
  });

  it.each([
    ['no JSON', '{'],
    ['no message', { hello: 'world' }],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'format/disk' }],
  ])('tells of %s', async (_what, body) => {
    const answer = await post({ authorization: `Bearer ${world.adminSecret}` }, body);
    const said = await answer.text();
    expect(said).toMatch(/error|invalid_request/);
    expect(said).not.toMatch(/\n\s+at /);
  });
});

describe('the process over stdio', () => {
  it('ends with its client, and says where no conductor is', async () => {
    const transport = overStdio(['--data-dir', world.dataDir]);
    const client = await connected(transport);
    const ended = new Promise<void>((resolve) => (client.onclose = resolve));
    await client.close();
    await ended;
    const never = mkdtempSync(join(world.dir, 'never-'));
    const lost = overStdio(['--data-dir', never]);
    let said = '';
    lost.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await expect(connected(lost)).rejects.toThrow('Connection closed');
    expect(said).toContain(`No conductor has run with the data folder ${never}.`);
  });

  it('is of use again once the conductor is', async () => {
    const own = await openCliWorld();
    const client = await connected(overStdio(['--data-dir', own.dataDir]));
    const list = () => client.callTool({ name: 'list_conversations', arguments: {} });
    try {
      expect((await list()).isError).toBeUndefined();
      await own.conductor.kill9();
      const down = (await list()) as CallToolResult;
      expect(down.isError).toBe(true);
      expect(JSON.stringify(down.content)).toContain('conductor_unreachable');
      await own.conductor.start();
      expect((await list()).isError).toBeUndefined();
    } finally {
      await client.close();
      await own.close();
    }
  });
});

describe('the MCP inspector', () => {
  const inspect = (...args: readonly string[]) =>
    runTool('mcp-inspector', ['--cli', process.execPath, STDIO_MAIN, ...args]);

  it('lists the tools, and calls one', async () => {
    const env = ['-e', `BATON_DATA_DIR=${world.dataDir}`];
    const [listed, called] = await Promise.all([
      inspect(...env, '--method', 'tools/list'),
      inspect(
        ...env,
        '--method',
        'tools/call',
        '--tool-name',
        'read_conversation',
        '--tool-arg',
        `conversation=${world.ids.talks}`,
        '--tool-arg',
        'limit=1',
      ),
    ]);
    expect(listed.code).toBe(0);
    expect(listed.output).toContain('"send_message"');
    expect(called).toEqual({ code: 0, output: expect.stringContaining('messages') });
  }, 40_000);
});

describe('a client that waits', () => {
  it('hears in between that it goes on', async () => {
    for (const door of ['stdio', 'http'] as const) {
      expect(await heard[door]).toEqual([
        { progress: 5, total: 6, message: expect.stringMatching(/^[a-z]+, 5 s$/) },
      ]);
    }
  });
});
