import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { nextMove } from '../../../../conductor/src/features/runs/next-move.ts';
import type { RoleLimits } from '../../../../conductor/src/features/runs/rows.ts';
import { programWorld, WORKER } from '../../../kit/program-world.ts';
import { heard, runWorld } from '../../../kit/run-world.ts';
import { KNOWN, NOW, state } from './run-state.ts';

const team = (limits: object) => ({
  name: 'Careful',
  roles: [
    { role: 'Planner', is_planner: true, task: 'You plan.' },
    { role: 'Executor', task: 'You work.', limits },
  ],
});

test('FR-202: a worker is sent no more messages than its role lets it, and its next task waits for a person', async () => {
  const runs = await runWorld();
  await runs.ask('PUT', '/v1/teams/careful', team({ max_inputs: 1 }));
  const { run_id: id, workers } = await runs.start({ team: 'careful', unreviewed: true });
  const text = 'Executor is sent no more than 1 messages (max_inputs of its role).';
  const worker = workers[1]?.tab_id;
  await expect
    .poll(async () => (await runs.shown(id)).waits)
    .toMatchObject([{ kind: 'blocked', text, worker }]);
  await expect.poll(() => heard(runs, '# Task:').length).toBe(1);
  expect(await runs.post(id, 'inputs', { workers: [worker], text: 'Go on.' })).toMatchObject({
    code: 'quota_exceeded',
    field: 'body.workers',
    detail: text,
  });
  // Another one of its role may have as many.
  await runs.post(id, 'workers', { role: 'Executor' });
  await runs.reaches(id, 'finished');
});

const spent = (limits: Partial<RoleLimits>, begunAt: number, task = {}) => {
  const its = state({ digestAt: NOW }, {}, task);
  const [planner, executor] = its.workers;
  if (planner === undefined || executor === undefined) throw new Error('A team has two.');
  const worker = {
    ...executor.worker,
    begunAt,
    limits: { maxInputs: null, maxMinutes: null, ...limits },
  };
  return { ...its, workers: [planner, { ...executor, worker }] };
};

test('FR-202: a task whose worker has worked as long as its role lets it waits for a person', () => {
  const limits = { maxMinutes: 1 };
  expect(nextMove(spent(limits, NOW - 59_999), NOW, KNOWN)).toBeNull();
  expect(nextMove(spent(limits, NOW - 60_000), NOW, KNOWN)).toMatchObject({
    kind: 'block',
    why: 'over',
  });
  const planned = { status: 'planned', workerId: null } as const;
  expect(nextMove(spent(limits, NOW - 60_000, planned), NOW, KNOWN)).toBeNull();
});

test('FR-202: a program works in the folders of its role, or below them, and nowhere else', async () => {
  const runs = await programWorld({ planner: WORKER, worker: WORKER });
  const below = join(runs.folder, 'below');
  mkdirSync(below);
  const start = async (folders: readonly string[]) => {
    await runs.ask('PUT', '/v1/teams/careful', team({ folders }));
    const templates = { Planner: 'acp:planner', Executor: 'acp:worker' };
    return runs.start({ team: 'careful', draft: true, templates, folder: below });
  };
  expect(await start([`${below}-other`])).toMatchObject({
    code: 'folder_refused',
    field: 'body.folder',
    detail: expect.stringContaining('limits.folders'),
  });
  expect(await start([runs.folder])).toMatchObject({ status: 'draft' });
});

test.each([
  ['calls', { calls: false }],
  ['max_inputs', { max_inputs: 1 }],
  ['max_minutes', { max_minutes: 1 }],
])('a planner is not held to %s, which is refused at its field', async (field, limits) => {
  const runs = await runWorld();
  const { roles, ...rest } = team({});
  const wish = { ...rest, roles: [{ ...roles[0], limits }, roles[1]] };
  expect(await runs.ask('PUT', '/v1/teams/careful', wish)).toMatchObject({
    field: `body.roles.0.limits.${field}`,
  });
});
