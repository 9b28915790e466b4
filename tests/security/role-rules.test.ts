import { expect, test } from 'vitest';

import type { ResponseOf } from '../../shared/api/operations.ts';
import { asking } from '../kit/browser-frames.ts';
import { heard, runWorld } from '../kit/run-world.ts';

// What a worker may do by its role, and for how long.

type Rules = ResponseOf<'listPolicyRules'>;

type Team = ResponseOf<'getTeam'>;

const DENIED = { tool: 'conductor::time', params: null, decision: 'deny' } as const;

const team = (rules: readonly object[]) => ({
  name: 'Careful',
  roles: [
    { role: 'Planner', is_planner: true, task: 'You plan.' },
    { role: 'Executor', task: 'You work.', rules },
  ],
});

async function world() {
  const runs = await runWorld((text) => {
    if (text.includes('What time is it?')) return asking('@conductor::time::{}');
    return text.includes('# The goal') ? null : undefined;
  });
  await runs.ask('PUT', '/v1/teams/careful', team([DENIED]));
  const { run_id: id, workers } = await runs.start({ team: 'careful' });
  return {
    ...runs,
    id,
    worker: workers[1]?.tab_id,
    rules: async () =>
      (await runs.ask<Rules>('GET', '/v1/policy/rules')).items.map(
        ({ tool, decision }) => `${decision} ${tool}`,
      ),
    /** The worker asks what time it is, and hears what comes of it. */
    async asks(worker: string | undefined, outcome: string, times = 1) {
      await runs.post(id, 'inputs', { workers: [worker], text: 'What time is it?' });
      await expect.poll(() => heard(runs, outcome).length).toBe(times);
    },
  };
}

const REASON = 'The role Executor of its run is so.';

test('FR-202: what its role denies is denied to a worker, until its run is over', async () => {
  const runs = await world();
  await runs.asks(runs.worker, REASON);
  expect(await runs.rules()).toEqual(['deny conductor::time']);
  await runs.post(runs.id, 'stop');
  expect(await runs.rules()).toEqual([]);
  await runs.post(runs.id, 'reopen');
  expect(await runs.rules()).toEqual(['deny conductor::time']);
});

test('FR-202: one that comes later has the rules of its role, until its work is ended', async () => {
  const runs = await world();
  const { workers } = await runs.post(runs.id, 'workers', { role: 'Executor' });
  const more = workers.at(-1)?.tab_id;
  await runs.asks(more, REASON);
  expect(await runs.rules()).toEqual(['deny conductor::time']);
  await runs.ask('DELETE', `/v1/runs/${runs.id}/workers/${more}`);
  expect(await runs.rules()).toEqual([]);
  // One in the place of another has what that had.
  const { workers: all } = await runs.post(runs.id, `workers/${runs.worker}/restart`);
  await runs.asks(all.at(-1)?.tab_id, REASON, 2);
  expect(await runs.rules()).toEqual(['deny conductor::time']);
});

test('FR-202: a team of somebody else lets nothing run by its roles', async () => {
  const runs = await runWorld();
  const shared = {
    baton_team: 1,
    team_id: 'theirs',
    ...team([{ tool: 'terminal::*', decision: 'run' }, DENIED, { tool: '*', decision: 'ask' }]),
  };
  const { team_id: id } = await runs.ask<Team>('POST', '/v1/teams/import', shared);
  const { roles } = await runs.ask<Team>('GET', `/v1/teams/${id}`);
  expect(roles[1]?.rules).toEqual([DENIED, { tool: '*', params: null, decision: 'ask' }]);
  expect(
    await runs.ask('POST', '/v1/teams/import', { ...shared, ...team([{ tool: 'all' }]) }),
  ).toMatchObject({
    code: 'invalid_request',
  });
});
