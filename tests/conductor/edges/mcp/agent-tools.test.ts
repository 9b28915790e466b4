import { expect, test } from 'vitest';

import { agentWorld, withTool } from '../../../kit/agent-world.ts';
import { mcpClient } from '../../../kit/mcp-client.ts';

test('a client gives an agent a task, goes on in its conversation, and asks how a run stands', async () => {
  const world = await agentWorld(withTool('conductor::time', '{}'));
  const use = await mcpClient(world.conductor);
  const { items } = (await use('agent_list')).value as { items: { agent_id: string }[] };
  expect(items.map(({ agent_id }) => agent_id)).toContain('time');

  const first = await use('agent_run', { agent: 'time', text: 'Now?', model: 'test:small' });
  expect(first.value).toMatchObject({ status: 'succeeded', approvals: [] });
  expect(first.text).toMatch(/^It says /);
  const { session, run } = first.value;
  const second = await use('agent_run', { agent: 'time', text: 'And now?', session });
  expect(second.value).toMatchObject({ session, status: 'succeeded' });
  const stands = await use('agent_status', { id: run });
  expect(stands.value).toMatchObject({ status: 'succeeded', reply: first.text });

  const other = await use('agent_run', { agent: 'assistant', text: 'Now?', session });
  expect(other).toMatchObject({ isError: true, text: expect.stringContaining('session:') });
});

test('a run that waits for a person says so at once, and can be stopped', async () => {
  const calls = withTool('conversation::send', '{"to":"nobody-at-all","text":"Hello."}');
  const world = await agentWorld(calls);
  const use = await mcpClient(world.conductor);
  const asked = { agent: 'assistant', text: 'Write.', model: 'test:small', wait_s: 60 };
  const { value, text } = await use('agent_run', asked);
  expect(value).toMatchObject({ status: 'waiting_person', reply: null });
  expect(value['approvals']).toHaveLength(1);
  expect(text).toContain('waits for a person');
  const id = value['run'];
  expect((await use('agent_stop', { id })).isError).toBe(false);
  const ended = await use('agent_status', { id, wait: 5_000 });
  expect(ended.value).toMatchObject({ status: 'stopped' });
});

test('a client says something to a run that works', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const world = await agentWorld((_request, count) =>
    count === 1 ? { after: promise, text: 'Black tea.' } : { text: 'Green tea.' },
  );
  const use = await mcpClient(world.conductor);
  const asked = { agent: 'assistant', text: 'Which tea?', model: 'test:small', wait_s: 0 };
  const { run: id } = (await use('agent_run', asked)).value;
  await expect.poll(() => world.model.requests.length).toBe(1);
  expect((await use('agent_steer', { id, text: 'Only green ones.' })).isError).toBe(false);
  resolve();
  const ended = await use('agent_status', { id, wait: 5_000 });
  expect(ended.value).toMatchObject({ status: 'succeeded', reply: 'Green tea.' });
  expect(JSON.stringify(world.model.requests[1]?.messages)).toContain('Only green ones.');
});

test('a wait that is over leaves the run to agent_status', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const use = await mcpClient(
    (await agentWorld(() => ({ after: promise, text: 'Late.' }))).conductor,
  );
  const asked = { agent: 'time', text: 'Now?', model: 'test:small', wait_s: 0 };
  const { value, text } = await use('agent_run', asked);
  expect(text).toContain('agent_status');
  resolve();
  const ended = await use('agent_status', { id: value['run'], wait: 5_000 });
  expect(ended.value).toMatchObject({ status: 'succeeded', reply: 'Late.' });
});
