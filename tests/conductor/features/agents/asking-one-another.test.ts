import { expect, test } from 'vitest';

import { type AgentWorld, agentWorld } from '../../../kit/agent-world.ts';
import type { Said, WireRequest } from '../../../kit/model-server.ts';

const asks = (to: string, text: string): Said => ({
  calls: [['conversation::send_and_wait', JSON.stringify({ to, text })]],
});

const lastOf = ({ messages }: WireRequest) => messages.at(-1);

async function mayAskChats({ ask }: AgentWorld): Promise<void> {
  await ask('POST', '/v1/policy/rules', { tool: 'conversation::*', decision: 'run' });
}

test('an agent asks another conversation, whose question back is refused', async () => {
  let first = '';
  let second = '';
  const world = await agentWorld((request) => {
    const said = lastOf(request)?.content ?? '';
    if (said === 'Go.') return asks(second, 'Which tea?');
    if (said === 'Which tea?') return asks(first, 'Why do you ask?');
    return { text: `So: ${said}` };
  });
  await mayAskChats(world);
  first = await world.open();
  second = await world.open();
  const { reply } = await world.say(first, 'Go.');
  expect(reply?.text).toContain('So: So: ');
  expect(reply?.text).toContain('cycle_detected');
});

test('agents ask others only as deep as the setting says', async () => {
  const world = await agentWorld((request) => {
    const isNew = lastOf(request)?.role === 'user';
    const task = request.messages.find(({ role }) => role === 'user')?.content ?? '';
    const name = task.includes('Ask on.') ? 'time' : 'middle';
    const params = { name, task: name === 'time' ? 'Now?' : 'Ask on.', scope: name };
    if (isNew && !task.includes('Now?'))
      return { calls: [['agent::sub-agent', JSON.stringify(params)]] };
    return { text: JSON.stringify({ summary: lastOf(request)?.content ?? '', evidence: [] }) };
  });
  const body = { description: 'x', instructions: 'x', tools: ['agent::sub-agent'] };
  await world.ask('PUT', '/v1/agents/middle', { ...body, limits: { workers: 1 } });
  await world.ask('PATCH', '/v1/settings', { conversations_max_depth: 1 });
  const { reply } = await world.say(await world.open('orchestrator'), 'Go.');
  expect(reply?.text).toContain('cycle_detected');
});
