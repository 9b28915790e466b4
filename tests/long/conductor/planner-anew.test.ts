import { expect, test } from 'vitest';

import { call, heard, runWorld } from '../../kit/run-world.ts';

test('FR-102: a run that failed since its planner is gone goes on with another, once it is opened again', async () => {
  const runs = await runWorld((text) => {
    if (text.includes('planned before you'))
      return call('run.complete', { conclusion: 'By hand.' });
    return text.includes('# What came of tasks') ? null : undefined;
  });
  const { run_id: id, planner: old } = await runs.start({ unreviewed: true });
  await expect
    .poll(async () => (await runs.shown(id)).plan.map(({ status }) => status), { timeout: 20_000 })
    .toEqual(['done', 'done']);
  const conversation = (await runs.shown(id)).workers[0]?.conversation;
  await runs.ask('DELETE', `/v1/conversations/${conversation}`);
  await runs.reaches(id, 'failed');
  await runs.post(id, 'reopen');
  const begun = await runs.post(id, `workers/${old}/restart`);
  expect(begun.planner).not.toBe(old);
  await runs.post(id, 'resume');
  await runs.reaches(id, 'finished');
  expect(heard(runs, 'planned before you')).toHaveLength(1);
});

test('FR-102: a planner that is begun anew goes on with the plan, and with what came of it', async () => {
  const runs = await runWorld((text) => {
    if (text.includes('planned before you'))
      return [
        call('tools.list', {}),
        call('configs.list', {}),
        call('run.complete', { conclusion: 'Keep it by hand.' }),
      ].join('\n');
    return text.includes('# What came of tasks') ? null : undefined;
  });
  const { run_id: id, planner: old } = await runs.start({ unreviewed: true });
  await expect
    .poll(async () => (await runs.shown(id)).plan.map(({ status }) => status), { timeout: 20_000 })
    .toEqual(['done', 'done']);
  const { planner } = await runs.post(id, `workers/${old}/restart`);
  expect(planner).not.toBe(old);
  expect(await runs.reaches(id, 'finished')).toMatchObject({
    planner,
    conclusion: 'Keep it by hand.',
    plan: [{ attempt: 1 }, { attempt: 1 }],
  });
  const [told] = heard(runs, 'planned before you');
  expect(told?.text).toMatch(/# The goal[^]*Compare them: done[^]*A \| B \| C[^]*No task is open/);
  const [results] = heard(runs, '"configs"');
  expect(results?.text).toMatch(/run::plan\.set[^]*"id":\s*"chat:chatgpt"/);
  expect(await runs.post(id, `workers/${old}/restart`)).toMatchObject({
    code: 'invalid_transition',
    detail: 'The run has another planner by now.',
  });
});
