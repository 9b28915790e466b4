import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { agentWorld } from '../../kit/agent-world.ts';
import type { Said, WireRequest } from '../../kit/model-server.ts';

type Run = ResponseOf<'getRun'>;

const TASKS = [
  { title: 'Find the ways', instructions: 'Name three.' },
  { title: 'Compare them', instructions: 'One table.', dependsOn: [1] },
];

test('FR-102: an agent in the midst of an answer is heard of with each of its steps', async () => {
  const goes = Promise.withResolvers<void>();
  const call = (tool: string, input: object): Said => ({
    text: '',
    calls: [[`run::${tool}`, JSON.stringify(input)]],
  });
  const runs = await agentWorld(({ messages }: WireRequest): Said => {
    const last = JSON.stringify(messages.at(-1)?.content ?? '');
    if (last.includes('# The goal')) return call('plan.set', { tasks: TASKS });
    if (last.includes('# Task: Find'))
      return call('worker.report', { status: 'running', summary: 'I look.' });
    if (JSON.stringify(messages).includes('# Task: Find'))
      return { text: 'I wait.', after: goes.promise };
    return { text: 'I wait.' };
  });
  await runs.ask('PATCH', '/v1/settings', { agents: { models: ['test:small'] } });
  const { run_id: id } = await runs.ask<Run>('POST', '/v1/runs', {
    goal: 'A changelog.',
    team: 'pair',
    templates: { Planner: 'agent:orchestrator', Executor: 'agent:assistant' },
    unreviewed: true,
  });
  const steps = () =>
    runs.conductor.rows<{ readonly at: number }>(
      `select s.started_at as at from agent_steps s join agent_runs r on r.run_id = s.run_id
        join run_workers w on w.conversation_key = r.conversation_key
        where w.is_planner = 0 order by s.number`,
    );
  await expect.poll(() => steps().length, { timeout: 20_000 }).toBe(2);
  const heard = (await runs.ask<Run>('GET', `/v1/runs/${id}`)).workers[1]?.status_snapshot;
  expect(heard).toMatchObject({ status: 'running', last_output_at: steps()[1]?.at });
  goes.resolve();
});
