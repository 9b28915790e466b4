import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { call, heard, runWorld, TASKS } from '../../../../kit/run-world.ts';

type Approvals = ResponseOf<'listApprovals'>;

test('A2: a planner takes one more worker into its team, of what the team has, and gives it a task', async () => {
  let asked = 0;
  const runs = await runWorld((text) => {
    if (text.includes('# The goal'))
      return [
        call('tabs.create', { role: 'Lawyer' }),
        call('tabs.create', { role: 'Executor', templateId: 'chat:elsewhere' }),
        call('tabs.create', { role: 'Executor', workingDir: '/etc' }),
        call('tabs.create', { role: 'executor' }),
      ].join('\n');
    const made = /"tabId":\s*"([^"]+)"/.exec(text)?.[1];
    if (made !== undefined && asked === 0) {
      asked += 1;
      return call('plan.set', { tasks: [TASKS[0], { ...TASKS[1], tabId: made }] });
    }
    return undefined;
  });
  const { run_id: id } = await runs.start({ unreviewed: true });
  // One more chat that acts is worth a look.
  const open = async () =>
    (await runs.ask<Approvals>('GET', '/v1/approvals?decision=open')).items.map(
      ({ approval_id: approval }) => approval,
    );
  await expect
    .poll(
      async () => {
        for (const one of await open())
          await runs.ask('POST', `/v1/approvals/${one}/decision`, { decision: 'approve' });
        return (await runs.shown(id)).workers.length;
      },
      { timeout: 20_000 },
    )
    .toBe(3);
  const run = await runs.reaches(id, 'finished');
  expect(run.workers.map(({ role }) => role)).toEqual(['Planner', 'Executor', 'Executor']);
  expect(run.plan.map(({ worker }) => worker)).toEqual([
    run.workers[1]?.tab_id,
    run.workers[2]?.tab_id,
  ]);
  expect(heard(runs, 'How you report')).toHaveLength(2);
  const [results] = heard(runs, 'nobody is Lawyer');
  expect(results?.text).toMatch(/the team has Executor[^]*template_missing[^]*folder_refused/);
});

test('FR-004: the tools have the names that other programs know them by', async () => {
  const told: string[] = [];
  const runs = await runWorld((text) => {
    told.push(text);
    if (text.includes('# The goal'))
      return [call('monitor.getStates', {}), call('monitor.getState', { tabId: 'none' })].join(
        '\n',
      );
    return undefined;
  });
  await runs.start();
  await expect
    .poll(() => told.find((text) => text.includes('@run::monitor.getState')) ?? '', {
      timeout: 20_000,
    })
    .toMatch(/Executor[^]*No worker of this run is none/);
});

test('FR-002: a person takes one more worker into a run, and its planner is told', async () => {
  const runs = await runWorld((text) =>
    text.includes('The team has one more') ? 'Good.' : undefined,
  );
  const { run_id: id } = await runs.start();
  await runs.planned(id);
  expect(await runs.post(id, 'workers', { role: 'Tester' })).toMatchObject({
    code: 'invalid_request',
    field: 'body.task',
  });
  expect(
    await runs.post(id, 'workers', { role: 'Executor', template: 'chat:nowhere' }),
  ).toMatchObject({ code: 'template_missing', field: 'body.template' });
  const { workers } = await runs.post(id, 'workers', { role: 'Tester', task: 'You check.' });
  expect(workers.map(({ role, is_planner: plans }) => [role, plans])).toEqual([
    ['Planner', true],
    ['Executor', false],
    ['Tester', false],
  ]);
  await expect.poll(() => heard(runs, 'one more: Tester'), { timeout: 20_000 }).toHaveLength(1);
  const tester = workers[2]?.tab_id;
  const tasks = TASKS.map(({ dependsOn, doneWhen: _when, ...task }) => ({
    ...task,
    worker: tester,
    ...(dependsOn !== undefined && { depends_on: dependsOn }),
  }));
  await runs.ask('PUT', `/v1/runs/${id}/plan`, { tasks });
  const run = await runs.reaches(id, 'finished');
  expect(run.plan.map(({ worker }) => worker)).toEqual([tester, tester]);
});

test('FR-102: a worker that is begun anew has the task of the one before it, and what came of it', async () => {
  let stops = true;
  const runs = await runWorld((text) => {
    if (stops && text.includes('# Task: Find the ways'))
      return call('worker.report', {
        status: 'blocked',
        summary: 'I got halfway.',
        blockers: 'The library is closed.',
      });
    return text.includes('The library is closed') && text.includes('# What came of tasks')
      ? 'I wait.'
      : undefined;
  });
  const { run_id: id } = await runs.start({ unreviewed: true });
  const worker = async () => (await runs.shown(id)).workers;
  await expect
    .poll(async () => (await runs.shown(id)).plan.map(({ status }) => status), { timeout: 20_000 })
    .toEqual(['blocked', 'planned']);
  const [, old] = await worker();
  expect(await runs.post(id, 'workers/nobody/restart')).toMatchObject({ code: 'unknown_tab' });
  stops = false;
  await runs.post(id, `workers/${old?.tab_id}/restart`);
  const run = await runs.reaches(id, 'finished');
  const anew = run.workers[2];
  expect(anew).toMatchObject({ role: 'Executor', template_id: old?.template_id });
  expect(run.workers[1]?.status_snapshot.status).toBe('stopped');
  expect(run.plan).toMatchObject([
    { worker: anew?.tab_id, attempt: 2, status: 'done' },
    { worker: anew?.tab_id, status: 'done' },
  ]);
  const again = heard(runs, '# Task: Find the ways').map(({ text }) => text);
  expect(again).toHaveLength(2);
  expect(again[1]).toMatch(/How you report[^]*What came of it before[^]*The library is closed/);
});

test('a team has eight workers at most, and one that has ended makes room', async () => {
  const runs = await runWorld();
  const { run_id: id } = await runs.start({ team: 'compare' });
  const add = () => runs.post(id, 'workers', { role: 'Doc' });
  for (let more = 0; more < 3; more += 1) await add();
  expect(await add()).toMatchObject({ code: 'quota_exceeded' });
  const { workers } = await runs.shown(id);
  await runs.ask('DELETE', `/v1/runs/${id}/workers/${workers.at(-1)?.tab_id}`);
  expect((await add()).workers).toHaveLength(9);
});
