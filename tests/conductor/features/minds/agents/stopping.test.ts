import { expect, test } from 'vitest';

import { type AgentWorld, agentWorld, type Run, type Sent } from '../../../../kit/agent-world.ts';
import type { Said, WireRequest } from '../../../../kit/model-server.ts';

const NEVER = new Promise<never>(() => undefined);

const delegates = (task: string): Said => ({
  calls: [['agent::sub-agent', JSON.stringify({ name: 'worker', task, scope: task })]],
});

const ECHOES: Said = { calls: [['conductor::echo', '{"text":"tea"}']] };

interface State {
  /** Words of the model, and of a worker's model. */
  readonly says: Said;
  readonly worker?: Said;
  /** How often a model is asked until then, and how the run stands. */
  readonly requests: number;
  readonly status: Run['status'];
}

const STATES: Readonly<Record<string, State>> = {
  'its model thinks': { says: { after: NEVER }, requests: 1, status: 'running' },
  'its model speaks': { says: { text: 'A b.', pause: NEVER }, requests: 1, status: 'running' },
  'its model is overloaded': { says: { status: 503 }, requests: 1, status: 'waiting_model' },
  'it waits for a person': { says: ECHOES, requests: 1, status: 'waiting_person' },
  'a worker of it thinks': {
    says: delegates('Think.'),
    worker: { after: NEVER },
    requests: 2,
    status: 'running',
  },
  'a worker of it waits for a person': {
    says: delegates('Echo.'),
    worker: ECHOES,
    requests: 2,
    status: 'waiting_person',
  },
};

const isOfWorker = ({ messages }: WireRequest): boolean =>
  messages.some(({ role, content }) => role === 'system' && content?.includes('I am the worker.'));

const openRuns = ({ conductor }: AgentWorld): unknown[] =>
  conductor.rows("select 1 from agent_runs where status not in ('succeeded', 'failed', 'stopped')");

test('a run is stopped in whatever state it is, asks nothing afterwards, and goes on when a person wants it', async () => {
  let says: State | null = null;
  const world = await agentWorld((request) => {
    if (says === null) return { text: 'Here.' };
    return (isOfWorker(request) ? says.worker : says.says) ?? {};
  });
  const worker = { description: 'x', instructions: 'I am the worker.' };
  await world.ask('PUT', '/v1/agents/worker', worker);
  await world.ask('POST', '/v1/policy/rules', { tool: 'conductor::echo', decision: 'ask' });
  for (const [name, state] of Object.entries(STATES)) {
    says = state;
    const before = world.model.requests.length;
    const path = `/v1/conversations/${await world.open()}/messages`;
    const run = (await world.ask<Sent>('POST', path, { text: 'Go.' })).job.job_id;
    await expect
      .poll(() => world.model.requests.length - before, { message: name })
      .toBe(state.requests);
    await world.until(run, state.status);
    await world.ask('POST', `/v1/agent-runs/${run}/stop`, {});
    await world.until(run, 'stopped');
    expect(openRuns(world), name).toEqual([]);
    expect(world.model.requests.length - before, name).toBe(state.requests);

    says = null;
    await world.ask('POST', `/v1/agent-runs/${run}/resume`);
    const { steps } = await world.until(run, 'succeeded');
    expect(steps.at(-1), name).toMatchObject({ text: 'Here.' });
    expect(world.model.requests.length - before, name).toBe(state.requests + 1);
  }
});
