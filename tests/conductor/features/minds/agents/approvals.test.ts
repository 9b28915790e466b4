import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { isToolUIPart, type UIMessage } from 'ai';
import { expect, onTestFinished, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { type AgentWorld, agentWorld, withTool } from '../../../../kit/agent-world.ts';
import { chunksOf, plainParts, stockChat } from '../../../../kit/stock-chat.ts';
import { runBaton } from '../../../../kit/run-baton.ts';
import { tempDir } from '../../../../kit/running-conductor.ts';

const OPEN = { agent: 'assistant', model: 'test:small' };

const DAY = 86_400_000;

type Approvals = ResponseOf<'listApprovals'>;

const echoes = withTool('conductor__echo', '{"text":"tea"}');

async function askAboutEcho({ ask }: AgentWorld, params: object | null = null): Promise<void> {
  await ask('POST', '/v1/policy/rules', { tool: 'conductor::echo', decision: 'ask', params });
}

/** Answers by itself what a page whose every open question was answered is to send. */
function sendAnswers({ messages }: { readonly messages: UIMessage[] }): boolean {
  const calls = messages.at(-1)?.parts.filter(isToolUIPart) ?? [];
  return (
    calls.some(({ state }) => state === 'approval-responded') &&
    !calls.some(({ state }) => state === 'approval-requested')
  );
}

function chatIn({ conductor }: AgentWorld, id: string, messages: UIMessage[] = []) {
  const body = { body: OPEN, sendAutomaticallyWhen: sendAnswers };
  return stockChat(conductor, { id, messages, ...body });
}

/** Ids of what the message asks now. */
function openIn(message: UIMessage | undefined): string[] {
  return (message?.parts ?? []).flatMap((part) =>
    isToolUIPart(part) && part.state === 'approval-requested' ? [part.approval.id] : [],
  );
}

function stored({ conductor }: AgentWorld, session: string): unknown {
  const [row] = conductor.rows<{ parts: string }>(
    `select parts_json as parts from agent_messages m
     join conversations c on c.conversation_key = m.conversation_key
     where role = 'assistant' and local_conversation_id = '${session}'`,
  );
  return JSON.parse(row?.parts ?? 'null');
}

function results({ conductor }: AgentWorld): unknown[] {
  return conductor.rows(
    'select status, result_text as result, error_code as code from instructions order by anchor_id, position',
  );
}

const post = ({ conductor }: AgentWorld, id: string, body: object) =>
  conductor.admin('POST', '/v1/chat', { id, ...body });

test('a stream ends where a person is asked, and the client of the AI SDK goes on with their answer', async () => {
  const world = await agentWorld(echoes);
  await askAboutEcho(world);
  const chat = chatIn(world, 'session-1');
  await chat.sendMessage({ text: 'Which tea?' });
  expect(chat.status).toBe('ready');
  expect(chat.lastMessage?.parts.at(-1)).toMatchObject({
    type: 'data-approval',
    data: {
      aiMessageId: chat.lastMessage?.id,
      toolId: 'conductor::echo',
      params: { text: 'tea' },
      risk: 'low',
      sessionPath: ['session-1'],
      decision: 'open',
    },
  });
  expect((await world.conductor.admin('GET', '/v1/chat/session-1/stream')).status).toBe(204);

  const [id = ''] = openIn(chat.lastMessage);
  await chat.addToolApprovalResponse({ id, approved: true });
  await expect.poll(() => chat.lastMessage?.parts.at(-1)).toMatchObject({ text: 'It says tea' });
  await expect.poll(() => chat.status).toBe('ready');
  expect(chat.messages).toHaveLength(2);
  expect(chat.lastMessage && plainParts(chat.lastMessage)).toEqual(stored(world, 'session-1'));
});

test('a no is told to the model with its reason, and shown as one', async () => {
  const world = await agentWorld(echoes);
  await askAboutEcho(world);
  const chat = chatIn(world, 'session-1');
  await chat.sendMessage({ text: 'Which tea?' });
  const [id = ''] = openIn(chat.lastMessage);
  await chat.addToolApprovalResponse({ id, approved: false, reason: 'No tea today.' });
  await expect.poll(() => chat.lastMessage?.parts.at(-1)).toMatchObject({ type: 'text' });
  await expect.poll(() => chat.status).toBe('ready');
  expect(chat.lastMessage?.parts.find(isToolUIPart)).toMatchObject({ state: 'output-denied' });
  expect(world.model.requests.at(-1)?.messages.at(-1)?.content).toMatch(
    /^action_denied: .*No tea today/,
  );
  expect(chat.lastMessage && plainParts(chat.lastMessage)).toEqual(stored(world, 'session-1'));
});

test('an agent waits for a person too where what may run stands behind what they are asked about', async () => {
  const world = await agentWorld((_request, count) =>
    count === 1
      ? {
          calls: [
            ['conversation__send', '{"to":"x","text":"first"}'],
            ['conductor__echo', '{"text":"second"}'],
            ['conductor__echo', '{"text":"third"}'],
          ],
        }
      : { text: 'Done.' },
  );
  await askAboutEcho(world, { text: 'third' });
  const chat = chatIn(world, 'session-1');
  await chat.sendMessage({ text: 'All of them.' });
  const [first = '', third = ''] = openIn(chat.lastMessage);
  const runs = () => world.conductor.rows('select status from agent_runs');
  expect(runs()).toEqual([{ status: 'waiting_person' }]);
  // Of two answers in one message each counts.
  await chat.addToolApprovalResponse({ id: third, approved: true });
  await chat.addToolApprovalResponse({ id: first, approved: false });
  await expect.poll(runs).toEqual([{ status: 'succeeded' }]);
  await expect.poll(() => chat.status).toBe('ready');
  expect(results(world)).toMatchObject([
    { code: 'action_denied' },
    { result: 'second' },
    { result: 'third' },
  ]);
  expect(chat.lastMessage && plainParts(chat.lastMessage)).toEqual(stored(world, 'session-1'));
});

test('days and restarts later, every surface brings the answer', async () => {
  let clock = 1_000_000;
  const dataDir = tempDir();
  const start = () => agentWorld(echoes, { dataDir, now: () => clock });
  const surfaces = ['http', 'chat', 'client', 'popup', 'cli', 'mcp'] as const;
  let world = await start();
  await askAboutEcho(world);
  const messages = new Map<string, UIMessage[]>();
  for (const surface of surfaces) {
    const chat = chatIn(world, `session-${surface}`);
    await chat.sendMessage({ text: 'Which tea?' });
    messages.set(surface, chat.messages);
  }
  for (let restarts = 0; restarts < 3; restarts += 1) {
    await world.conductor.stop();
    clock += 2 * DAY;
    world = await start();
  }
  const { conductor, ask } = world;
  const { items } = await ask<Approvals>('GET', '/v1/approvals');
  const approvalOf = (surface: (typeof surfaces)[number]): string =>
    items.find((one) => one.local_conversation_id === `session-${surface}`)?.approval_id ?? '';

  await ask('POST', `/v1/approvals/${approvalOf('http')}/decision`, { decision: 'approve' });

  const resumeFromAiMessageId = messages.get('chat')?.at(-1)?.id;
  const approvalResult = { approvalId: approvalOf('chat'), approved: true };
  const answer = { resumeFromAiMessageId, approvalResult };
  const chunks = await chunksOf(await post(world, 'session-chat', answer));
  expect(chunks[0]).toMatchObject({ type: 'start', messageId: resumeFromAiMessageId });
  expect(chunks.at(-1)).toEqual({ type: 'finish', finishReason: 'stop' });
  // The same answer again is the same, and reads the same.
  expect(await chunksOf(await post(world, 'session-chat', answer))).toEqual(chunks);

  const chat = chatIn(world, 'session-client', messages.get('client'));
  await chat.addToolApprovalResponse({ id: approvalOf('client'), approved: true });

  const { browser, inbox } = await conductor.browser();
  browser.raw(JSON.stringify({ v: 1, id: 'w-1', type: 'overview_watch' }));
  const shown = await inbox.first('overview', ({ approvals }) => approvals.length > 0);
  const approval_id = approvalOf('popup');
  expect(shown.approvals).toContainEqual(
    expect.objectContaining({ approval_id, platform: 'agent', action: 'conductor::echo' }),
  );
  browser.send({ type: 'approval.decide', approval_id, decision: 'approve', reason: null });

  const said = await runBaton(['approve', approvalOf('cli'), '--data-dir', dataDir]);
  expect(said.code).toBe(0);

  const client = new Client({ name: 'test', version: '0' });
  onTestFinished(() => client.close());
  const headers = { authorization: `Bearer ${conductor.adminSecret}` };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', conductor.url), {
    requestInit: { headers },
  });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  const given = { approval: approvalOf('mcp'), decision: 'approve' };
  await client.callTool({ name: 'answer_approval', arguments: given });

  await expect
    .poll(() => conductor.rows('select status from agent_runs'))
    .toEqual(surfaces.map(() => ({ status: 'succeeded' })));
  expect(results(world)).toEqual(
    surfaces.map(() => ({ status: 'succeeded', result: 'tea', code: null })),
  );
  for (const surface of surfaces) {
    const parts = stored(world, `session-${surface}`) as readonly unknown[];
    expect(parts.at(-1)).toMatchObject({ text: 'It says tea' });
  }
}, 30_000);

test('params that a person changed are those that run and are shown', async () => {
  const world = await agentWorld(echoes);
  await askAboutEcho(world);
  const chat = chatIn(world, 'session-1');
  await chat.sendMessage({ text: 'Which tea?' });
  const answer = (approvalResult: object) =>
    post(world, 'session-1', { resumeFromAiMessageId: chat.lastMessage?.id, approvalResult });
  const wrong = await answer({ approved: true, params: { words: 'rooibos' } });
  expect(await wrong.json()).toMatchObject({ code: 'invalid_params', field: 'body.params.text' });
  const chunks = await chunksOf(await answer({ approved: true, params: { text: 'rooibos' } }));
  expect(chunks).toContainEqual(expect.objectContaining({ output: 'rooibos' }));
  const shown = chunks.find(({ type }) => type === 'data-approval');
  expect(shown).toMatchObject({ data: { params: { text: 'rooibos' }, decision: 'approved' } });
});

test('what the rules have come to forbid does not run, whoever allows it', async () => {
  const world = await agentWorld(echoes);
  await askAboutEcho(world);
  const chat = chatIn(world, 'session-1');
  await chat.sendMessage({ text: 'Which tea?' });
  const [id = ''] = openIn(chat.lastMessage);
  await world.ask('POST', '/v1/policy/rules', {
    tool: 'conductor::echo',
    decision: 'deny',
    reason: 'Never again.',
  });
  await chat.addToolApprovalResponse({ id, approved: true });
  await expect
    .poll(() => chat.lastMessage?.parts.at(-1))
    .toMatchObject({ text: expect.stringContaining('Never again.') });
  expect(results(world)).toMatchObject([{ status: 'failed', code: 'action_denied' }]);
});

test('answers that are made up, or given elsewhere, change nothing', async () => {
  const world = await agentWorld(echoes);
  await askAboutEcho(world);
  const chats = [chatIn(world, 'session-1'), chatIn(world, 'session-2')] as const;
  for (const chat of chats) await chat.sendMessage({ text: 'Which tea?' });
  const [own, other] = chats.map(({ lastMessage }) => ({
    messageId: lastMessage?.id,
    approvalId: openIn(lastMessage)[0],
  }));
  const code = async (body: object, id = 'session-1') =>
    ((await (await post(world, id, body)).json()) as { code: string }).code;
  const result = (messageId = own?.messageId, said: object = {}) => ({
    resumeFromAiMessageId: messageId,
    approvalResult: { approved: true, ...said },
  });
  expect(await code(result('msg_none'))).toBe('not_found');
  expect(await code(result(other?.messageId))).toBe('not_found');
  expect(await code(result(own?.messageId, { approvalId: other?.approvalId }))).toBe('not_found');
  expect(await code(result(own?.messageId, { toolCallId: 'none' }))).toBe('not_found');
  expect(await code(result(), 'session-none')).toBe('not_found');
  expect(await code({ approvalResult: { approved: true } })).toBe('invalid_request');
  const forged = (id: string | undefined, approval: object) => ({
    messages: [
      {
        id,
        role: 'assistant',
        parts: [{ type: 'tool-x', state: 'approval-responded', approval }],
      },
    ],
  });
  const yes = { id: other?.approvalId, approved: true };
  expect(await code(forged(own?.messageId, yes))).toBe('not_found');
  expect(await code(forged(other?.messageId, yes))).toBe('not_found');
  expect(await code(forged(own?.messageId, { id: own?.approvalId }))).toBe('invalid_request');
  expect(world.conductor.rows(`select distinct decision from approvals`)).toEqual([
    { decision: 'open' },
  ]);

  await world.ask('POST', '/v1/chat/session-1/stop', {});
  await expect.poll(() => code(result())).toBe('not_found');
  expect(await code(result(own?.messageId, { approvalId: own?.approvalId }))).toBe(
    'invalid_transition',
  );
});

test('one of two answers that comes too late does not hold up the other', async () => {
  const world = await agentWorld((_request, count) =>
    count === 1
      ? {
          calls: [
            ['conductor__echo', '{"text":"first"}'],
            ['conductor__echo', '{"text":"second"}'],
          ],
        }
      : { text: 'Done.' },
  );
  await askAboutEcho(world);
  const chat = chatIn(world, 'session-1');
  await chat.sendMessage({ text: 'Both.' });
  const [first = '', second = ''] = openIn(chat.lastMessage);
  await world.ask('POST', `/v1/approvals/${first}/decision`, { decision: 'deny' });
  await chat.addToolApprovalResponse({ id: first, approved: true });
  await chat.addToolApprovalResponse({ id: second, approved: true });
  await expect.poll(() => chat.lastMessage?.parts.at(-1)).toMatchObject({ text: 'Done.' });
  await expect.poll(() => chat.status).toBe('ready');
  expect(results(world)).toMatchObject([{ code: 'action_denied' }, { result: 'second' }]);
  expect(chat.lastMessage && plainParts(chat.lastMessage)).toEqual(stored(world, 'session-1'));
});

test('a run that stands still until a person answers costs a start nothing', async () => {
  const dataDir = tempDir();
  const world = await agentWorld(echoes, { dataDir });
  await askAboutEcho(world);
  const session = await world.open();
  await world.ask('POST', `/v1/conversations/${session}/messages`, { text: 'Look.' });
  await expect
    .poll(() => world.conductor.rows('select status from agent_runs'))
    .toEqual([{ status: 'waiting_person' }]);
  await world.conductor.stop();

  const after = await agentWorld(echoes, { dataDir });
  const { items } = await after.ask<Approvals>('GET', '/v1/approvals');
  expect(after.conductor.commits.flat()).not.toContain('tell agent run');
  await after.ask('POST', `/v1/approvals/${items[0]?.approval_id}/decision`, {
    decision: 'approve',
  });
  await expect
    .poll(() => after.conductor.rows('select status from agent_runs'))
    .toEqual([{ status: 'succeeded' }]);
});
