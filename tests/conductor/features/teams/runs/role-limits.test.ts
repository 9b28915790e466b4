import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { nextMove } from '../../../../../conductor/src/features/teams/runs/next-move.ts';
import type { RoleLimits } from '../../../../../conductor/src/features/teams/runs/rows.ts';
import { PLANNER, programWorld, WORKER } from '../../../../kit/program-world.ts';
import { heard, planOf, runWorld } from '../../../../kit/run-world.ts';
import { tempDir } from '../../../../kit/running-conductor.ts';
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

test('FR-202: nobody tells a worker to run what its role denies', async () => {
  const refusal = 'Executor may not be told to run "git push" (limits.commands.deny of its role).';
  const runs = await runWorld((text, count) => {
    if (text.includes('# The goal')) return planOf('See to it.', 'Then `git push`.');
    return text.includes(refusal) ? planOf(`See to it, ${count}.`, 'Push nothing.') : undefined;
  });
  await runs.ask('PUT', '/v1/teams/careful', team({ commands: { deny: ['git push'] } }));
  const { run_id: id } = await runs.start({ team: 'careful' });
  const { plan } = await runs.planned(id);
  expect(plan.map(({ instructions }) => instructions)).toEqual(['See to it, 2.', 'Push nothing.']);
  const refused = { code: 'action_denied', detail: refusal };
  const words = { instructions: 'Run git -C there push.', confirmed: true };
  const at = { title: 'Push', instructions: words.instructions };
  const [first] = plan;
  expect([
    await runs.post(id, 'inputs', { workers: 'all', text: 'Now git push.', confirmed: true }),
    await runs.ask('PUT', `/v1/runs/${id}/plan`, { tasks: [at], confirmed: true }),
    await runs.ask('PATCH', `/v1/runs/${id}/tasks/${first?.task_id}`, words),
  ]).toMatchObject([
    { ...refused, field: 'body.text' },
    { ...refused, field: 'body.tasks' },
    { ...refused, field: 'body.instructions' },
  ]);
});

test('FR-202: a program that asks to run what its role denies is told no, and nobody is asked', async () => {
  const runs = await programWorld({
    planner: PLANNER,
    worker: {
      rules: [
        {
          on: '# Task: Find',
          times: 1,
          does: [
            { ask: 'Push?', command: 'cd there && git push origin' },
            ...(WORKER.rules[0]?.does ?? []),
          ],
        },
        ...WORKER.rules,
      ],
    },
  });
  await runs.ask('PUT', '/v1/teams/careful', team({ commands: { deny: ['git push'] } }));
  const templates = { Planner: 'acp:planner', Executor: 'acp:worker' };
  const { run_id: id } = await runs.start({ team: 'careful', templates, unreviewed: true });
  const run = await runs.reaches(id, 'finished');
  const lines = run.workers[1]?.status_snapshot.last_lines ?? [];
  expect(lines).toContain('No.');
  expect(lines.join('\n')).toContain('(limits.commands.deny of its role)');
  expect(runs.conductor.rows('select * from approvals')).toEqual([]);
});

test('FR-202: of a shell alone it is said what it may be told', async () => {
  const runs = await runWorld();
  const wish = team({ commands: { allow: ['npm test', 'ls'] } });
  await runs.ask('PUT', '/v1/teams/careful', wish);
  expect(await runs.start({ team: 'careful', draft: true })).toMatchObject({
    code: 'invalid_request',
    field: 'body.templates.Executor',
  });
  const shell = { Executor: 'terminal:shell' };
  const its = { team: 'careful', templates: shell, folder: tempDir(), draft: true };
  const { run_id: id } = await runs.start(its);
  const tell = (text: string) => runs.post(id, 'inputs', { workers: 'all', text });
  expect(await tell('ls -l && ls')).toMatchObject({ inputs: [{ status: 'queued' }] });
  expect(await tell('npm install')).toMatchObject({
    code: 'action_denied',
    detail: expect.stringContaining('"npm install" (limits.commands.allow of its role)'),
  });
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
