import { isToolUIPart, type UIMessage, type UIMessageChunk } from 'ai';
import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { type AgentWorld, agentWorld } from '../../../../kit/agent-world.ts';
import type { Said, WireRequest } from '../../../../kit/model-server.ts';
import { chunksOf, folded, plainParts, readChunks, stockChat } from '../../../../kit/stock-chat.ts';

const OPEN = { agent: 'orchestrator', model: 'test:small' };

const ANSWER = { summary: 'It is done.', evidence: [] };

const asks = (name: string, task: string): Said => ({
  text: `I ask ${name}.`,
  calls: [['agent::sub-agent', JSON.stringify({ name, task, scope: name })]],
});

/** The orchestrator asks `middle`, which asks `leaf`, which echoes. */
function model({ messages }: WireRequest): Said {
  const task = messages.find(({ role }) => role === 'user')?.content ?? '';
  const isNew = messages.at(-1)?.role === 'user';
  if (task.includes('Echo tea.'))
    return isNew
      ? { text: 'I echo.', calls: [['conductor::echo', '{"text":"tea"}']] }
      : { text: JSON.stringify(ANSWER) };
  if (task.includes('Have it echoed.'))
    return isNew ? asks('leaf', 'Echo tea.') : { text: JSON.stringify(ANSWER) };
  return isNew ? asks('middle', 'Have it echoed.') : { text: 'All is done.' };
}

async function nestedWorld(): Promise<AgentWorld> {
  const world = await agentWorld(model);
  const worker = { description: 'x', instructions: 'x' };
  await world.ask('PUT', '/v1/agents/middle', {
    ...worker,
    tools: ['agent::sub-agent'],
    limits: { workers: 1 },
  });
  await world.ask('PUT', '/v1/agents/leaf', { ...worker, tools: ['conductor::echo'] });
  await world.ask('POST', '/v1/policy/rules', { tool: 'conductor::echo', decision: 'ask' });
  return world;
}

function isAnswered({ messages }: { readonly messages: UIMessage[] }): boolean {
  const calls = messages.at(-1)?.parts.filter(isToolUIPart) ?? [];
  return calls.some(({ state }) => state === 'approval-responded');
}

test('what a worker of a worker asks is asked in the chat, with what will run, and answered there', async () => {
  const world = await nestedWorld();
  const chat = stockChat(world.conductor, {
    id: 'session-1',
    body: OPEN,
    sendAutomaticallyWhen: isAnswered,
  });
  await chat.sendMessage({ text: 'Go.' });
  const call = chat.lastMessage?.parts.find(isToolUIPart);
  expect(call).toMatchObject({ type: 'tool-agent::sub-agent', state: 'approval-requested' });
  const asked = chat.lastMessage?.parts.at(-1);
  expect(asked).toMatchObject({
    type: 'data-approval',
    data: {
      toolCallId: call?.toolCallId,
      toolId: 'conductor::echo',
      params: { text: 'tea' },
      sessionPath: ['session-1', expect.any(String), expect.any(String)],
      decision: 'open',
    },
  });
  const [run] = world.conductor.rows<{ id: string }>(
    `select run_id as id from agent_runs where parent_run_id is null`,
  );
  const shown = await world.runOf(run?.id ?? '');
  const { approvals } = shown as ResponseOf<'getAgentRun'>;
  expect({ status: shown.status, approvals }).toEqual({
    status: 'waiting_person',
    approvals: [call?.approval?.id],
  });

  await chat.addToolApprovalResponse({ id: call?.approval?.id ?? '', approved: true });
  await world.until(run?.id ?? '', 'succeeded');
  await expect.poll(() => chat.status).toBe('ready');
  expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ type: 'text', text: 'All is done.' });
  expect(
    world.conductor.rows(
      `select tool, status, params_json as params, result_text as result from instructions
       where tool = 'echo'`,
    ),
  ).toEqual([
    {
      tool: 'echo',
      status: 'succeeded',
      params: '{"text":"tea"}',
      result: expect.stringContaining('tea'),
    },
  ]);
});

test('the chat shows how far a worker is, and in the end its answer alone', async () => {
  const world = await nestedWorld();
  await world.ask('POST', '/v1/policy/rules', { tool: 'conductor::echo', decision: 'run' });
  const { items } = await world.ask<{ items: { rule_id: string; decision: string }[] }>(
    'GET',
    '/v1/policy/rules',
  );
  const asking = items.find(({ decision }) => decision === 'ask')?.rule_id ?? '';
  await world.ask('DELETE', `/v1/policy/rules/${asking}`);
  const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Go.' }] };
  const streamed = await world.conductor.admin('POST', '/v1/chat', {
    id: 'session-2',
    ...OPEN,
    message,
  });
  const chunks = await chunksOf(streamed);
  const outputs = chunks.filter((chunk) => chunk.type === 'tool-output-available');
  expect(outputs.at(0)).toMatchObject({
    preliminary: true,
    output: { steps: 1, tools: ['agent::sub-agent'], text_tail: 'I ask leaf.' },
  });
  expect(outputs.at(-1)).toMatchObject({ output: JSON.stringify(ANSWER) });
  const [stored] = world.conductor.rows<{ parts: string }>(
    `select parts_json as parts from agent_messages m
     join conversations c on c.conversation_key = m.conversation_key
     where role = 'assistant' and local_conversation_id = 'session-2'`,
  );
  const parts = JSON.parse(stored?.parts ?? 'null') as UIMessage['parts'];
  expect(await folded(chunks)).toEqual(plainParts({ id: 'x', role: 'assistant', parts }));
});

test('what a worker says is told on while it says it, in few bytes, and is no part of the message', async () => {
  const words = Array.from({ length: 2_000 }, (_, index) => `word${index}`).join(' ');
  const answer = JSON.stringify({ ...ANSWER, summary: words.slice(0, 1_900), detail: words });
  const heard = Promise.withResolvers<void>();
  const world = await agentWorld(({ messages }) => {
    const task = messages.find(({ role }) => role === 'user')?.content ?? '';
    if (task.includes('Tell all.')) return { text: answer, pause: heard.promise };
    return messages.at(-1)?.role === 'user'
      ? asks('teller', 'Tell all.')
      : { text: 'All is done.' };
  });
  const teller = { description: 'x', instructions: 'x', output_schema: { type: 'object' } };
  await world.ask('PUT', '/v1/agents/teller', { ...teller, tools: ['conductor::echo'] });
  const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Go.' }] };
  const body = { id: 'session-3', ...OPEN, message };
  const streamed = await world.conductor.admin('POST', '/v1/chat', body);
  const chunks: UIMessageChunk[] = [];
  for await (const chunk of readChunks(streamed)) {
    chunks.push(chunk);
    // It waits after its first word until that was told on.
    if (textOf(chunk) !== '') heard.resolve();
  }
  const told = chunks.filter(({ type }) => type === 'data-sub-agent');
  expect(told.map(textOf).join('')).toBe(answer);
  expect(told.reduce((bytes, chunk) => bytes + JSON.stringify(chunk).length, 0)).toBeLessThan(
    100 * 1_024,
  );
  expect(told.at(0)).toMatchObject({
    transient: true,
    data: { name: 'teller', chunk: { type: 'start' } },
  });
  expect(JSON.stringify(await folded(chunks))).not.toContain('data-sub-agent');
});

/** Returns the worker's text in a chunk of its asker's stream. */
function textOf(chunk: UIMessageChunk): string {
  if (chunk.type !== 'data-sub-agent') return '';
  const { chunk: said } = chunk.data as { chunk: UIMessageChunk };
  return said.type === 'text-delta' ? said.delta : '';
}
