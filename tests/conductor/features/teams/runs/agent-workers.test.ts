import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { agentWorld } from '../../../../kit/agent-world.ts';
import type { Said, WireRequest } from '../../../../kit/model-server.ts';

type Run = ResponseOf<'getRun'> & { readonly code?: string; readonly field?: string };

const TASKS = [
  { title: 'Find the ways', instructions: 'Name three.' },
  { title: 'Compare them', instructions: 'One table.', dependsOn: [1] },
];

/** A whole team on one model: what it says follows from what it was told last. */
function say({ messages }: WireRequest): Said {
  const last = messages.at(-1);
  const text = JSON.stringify(last?.content ?? '');
  const call = (tool: string, input: object): Said => ({
    text: '',
    calls: [[`run::${tool}`, JSON.stringify(input)]],
  });
  if (last?.role === 'tool') return { text: 'I wait.' };
  if (text.includes('# The goal')) return call('plan.set', { tasks: TASKS });
  if (text.includes('No task is open')) return call('run.complete', { conclusion: 'By hand.' });
  if (text.includes('# Task:'))
    return call('worker.report', { status: 'done', summary: 'Did it.', result: 'A | B' });
  return { text: 'I wait.' };
}

const TEAM = { Planner: 'agent:orchestrator', Executor: 'agent:assistant' };

async function world(answer = say) {
  const agents = await agentWorld(answer);
  await agents.ask('PATCH', '/v1/settings', { agents: { models: ['test:small'] } });
  const start = (body: object) =>
    agents.ask<Run>('POST', '/v1/runs', { goal: 'A changelog.', team: 'pair', ...body });
  const shown = (id: string) => agents.ask<Run>('GET', `/v1/runs/${id}`);
  return { ...agents, start, shown };
}

test('FR-201: agents plan and work, and no chat is open', async () => {
  const runs = await world();
  const { run_id: id, workers } = await runs.start({ templates: TEAM, unreviewed: true });
  expect(workers.map(({ template_id }) => template_id)).toEqual(Object.values(TEAM));
  await expect.poll(async () => (await runs.shown(id)).status).toBe('finished');
  const run = await runs.shown(id);
  expect(run).toMatchObject({
    conclusion: 'By hand.',
    plan: [{ status: 'done' }, { status: 'done' }],
  });
  // Each is a session of its own, told once what it is there for, and by the model's own way to call tools.
  const said = runs.model.requests.flatMap(({ messages }) =>
    messages.filter(({ role }) => role === 'user').map(({ content }) => JSON.stringify(content)),
  );
  const told = [...new Set(said)];
  expect(told.some((text) => text.includes('How you report'))).toBe(true);
  expect(told.join('\n')).not.toContain('@run::');
  const conversations = run.workers.map(({ conversation }) => conversation);
  expect(new Set(conversations).size).toBe(2);
});

test('an agent of a run reports on its own task, and plans nothing', async () => {
  const runs = await world((request) => {
    const text = JSON.stringify(request.messages.at(-1)?.content ?? '');
    return text.includes('# Task: Find')
      ? { text: '', calls: [['run::plan.set', JSON.stringify({ tasks: TASKS })]] }
      : say(request);
  });
  const { run_id: id } = await runs.start({ templates: TEAM, unreviewed: true });
  const refused = () =>
    runs.conductor.rows(`select status, error_code from instructions where tool = 'plan.set'`);
  await expect.poll(() => refused().length).toBe(2);
  await expect.poll(refused).toContainEqual({ status: 'failed', error_code: 'action_denied' });
  expect((await runs.shown(id)).plan).toHaveLength(2);
});

test('FR-006: what an agent that plans has workers do waits for a person where it could do harm', async () => {
  const runs = await world((request) => {
    const text = JSON.stringify(request.messages.at(-1)?.content ?? '');
    const harm = { ...TASKS[1], instructions: 'Then run rm -rf build.' };
    return text.includes('# The goal')
      ? { text: '', calls: [['run::plan.set', JSON.stringify({ tasks: [TASKS[0], harm] })]] }
      : say(request);
  });
  const { run_id: id } = await runs.start({ templates: TEAM, unreviewed: true });
  await expect
    .poll(async () => (await runs.shown(id)).waits.map(({ kind }) => kind))
    .toEqual(['approval']);
  expect((await runs.shown(id)).plan).toEqual([]);
});

test('an agent that there is not, or that no model serves, is refused at its role', async () => {
  const runs = await world();
  const field = 'body.templates.Executor';
  expect(await runs.start({ templates: { ...TEAM, Executor: 'agent:nobody' } })).toMatchObject({
    code: 'agent_unknown',
    field,
  });
  await runs.ask('PATCH', '/v1/settings', { agents: { models: ['gone:small'] } });
  expect(await runs.start({ templates: TEAM })).toMatchObject({
    field: 'body.templates.Planner',
  });
});
