import { expect, test } from 'vitest';

import { call, heard, runWorld, TASKS } from '../../../../kit/run-world.ts';

test('how many workers, tasks and runs there are, and what a run may use up, is for its person to say', async () => {
  const runs = await runWorld((text) =>
    text.includes('# The goal')
      ? call('plan.set', { tasks: [...TASKS, { title: 'Read', instructions: 'It aloud.' }] })
      : undefined,
  );
  const set = { max_workers: 2, max_tasks: 2, max_open: 1, max_texts: 7, max_ms: 90_000 };
  await runs.ask('PATCH', '/v1/settings', { runs: set });
  const run = await runs.start();
  expect(run.budget.limits).toEqual({ inputs: 7, ms: 90_000 });
  expect(await runs.start()).toMatchObject({ code: 'quota_exceeded' });
  expect(await runs.post(run.run_id, 'workers', { role: 'Executor' })).toMatchObject({
    code: 'quota_exceeded',
  });
  await expect
    .poll(() => heard(runs, 'A plan has 2 to 2 tasks, and this one 3.'), { timeout: 20_000 })
    .toHaveLength(1);
});

test('runs that are switched off stand still, and none begins', async () => {
  const runs = await runWorld();
  const { run_id: id } = await runs.start();
  await runs.planned(id);
  const enabled = (is: boolean) => runs.ask('PATCH', '/v1/settings', { runs: { enabled: is } });
  await enabled(false);
  await runs.accept(id);
  const off = { code: 'runs_disabled' };
  expect(await runs.start()).toMatchObject(off);
  expect(await runs.post(id, 'pause')).toMatchObject({ status: 'paused' });
  expect(await runs.post(id, 'resume')).toMatchObject(off);
  expect(heard(runs, '# Task:')).toEqual([]);
  await enabled(true);
  await runs.post(id, 'resume');
  await runs.reaches(id, 'finished');
});

test.each([
  ['shells', false],
  ['ask', true],
  ['run', false],
] as const)(
  'FR-006: what is only worth a look is asked about as the settings say: %s',
  async (medium, asks) => {
    const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined));
    await runs.ask('PATCH', '/v1/settings', { runs: { medium } });
    const { run_id: id } = await runs.start();
    const say = (text: string) => runs.post(id, 'inputs', { workers: 'all', text });
    const refused = { code: 'risk_unconfirmed' };
    expect(await say('Run `sudo true`.')).toMatchObject(
      asks ? refused : { inputs: [{ risk: 'medium' }] },
    );
    expect(await say('Run `rm -rf build`.')).toMatchObject(refused);
  },
);

test('FR-203: a report leads to where the run can be seen', async () => {
  const runs = await runWorld();
  const { run_id: id } = await runs.start();
  expect(await runs.shown(id)).toMatchObject({ deep_link: null });
  const link = (deep_link: string) => runs.ask('PATCH', '/v1/settings', { runs: { deep_link } });
  expect(await link('desk.example/{run_id}')).toMatchObject({
    code: 'invalid_request',
    field: 'body.runs.deep_link',
  });
  await link('https://desk.example/#/client/{run_id}');
  const there = `https://desk.example/#/client/${id}`;
  expect(await runs.shown(id)).toMatchObject({ deep_link: there });
  const report = await runs.ask<{ markdown: string }>('GET', `/v1/runs/${id}/report`);
  expect(report.markdown).toContain(`## Links\n\n- ${there}\n`);
});
