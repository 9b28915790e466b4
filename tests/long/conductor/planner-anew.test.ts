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
