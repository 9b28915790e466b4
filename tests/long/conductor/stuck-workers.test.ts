import { expect, test } from 'vitest';

import { heard, runWorld } from '../../kit/run-world.ts';

test('FR-102: the planner hears of a worker that is stuck, it is begun anew twice, and then a person looks', async () => {
  let ahead = 0;
  // Its workers write on and on.
  const runs = await runWorld((text) => (text.includes('# Task:') ? null : undefined), {
    now: () => Date.now() + ahead,
  });
  await runs.ask('PATCH', '/v1/settings', { runs: { stuck_ms: 60_000, digest_ms: 6_000_000 } });
  const { run_id: id } = await runs.start({ unreviewed: true, ladder: 'restart' });
  const tasks = () => heard(runs, '# Task: Find the ways').length;
  const events = (type: string) =>
    runs.conductor.rows(`select 1 from events where type = '${type}'`).length;
  for (const attempt of [1, 2, 3]) {
    await expect.poll(tasks).toBe(attempt);
    await expect.poll(async () => (await runs.shown(id)).plan[0]?.status).toBe('working');
    ahead += 60_000;
    await expect.poll(() => events('run_task.stuck')).toBe(attempt);
    const at = (await runs.shown(id)).plan[0]?.worker;
    expect(
      (await runs.shown(id)).workers.find(({ tab_id: tab }) => tab === at)?.status_snapshot.status,
    ).toBe('stuck');
    await expect
      .poll(() => heard(runs, 'working, and its worker has said nothing for long').length)
      .toBe(attempt);
    ahead += 30_000;
  }
  await expect.poll(async () => (await runs.shown(id)).plan[0]?.status).toBe('blocked');
  const run = await runs.shown(id);
  expect(run.plan[0]).toMatchObject({ restarts: 2, attempt: 3, expected: false });
  // Its planner hears of that, too, and answers.
  await expect
    .poll(async () =>
      (await runs.shown(id)).workers.map(({ status_snapshot: { status } }) => status),
    )
    .toEqual(['idle', 'stopped', 'stopped', 'stuck']);
  expect(run.waits.map(({ kind }) => kind)).toEqual(['blocked']);
  await runs.ask('PATCH', `/v1/runs/${id}/tasks/${run.plan[0]?.task_id}`, { status: 'expected' });
  expect((await runs.shown(id)).plan[0]).toMatchObject({ status: 'working', expected: true });
});
