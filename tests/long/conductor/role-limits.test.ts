import { expect, test } from 'vitest';

import { call, heard, runWorld, TASKS } from '../../kit/run-world.ts';

test('FR-202: a worker that calls nothing is told of no tools, and its planner ends its task', async () => {
  const runs = await runWorld((text) => {
    if (text.includes('# Task:')) return call('worker.report', { status: 'done', summary: 'x' });
    if (text.includes('task.update ok')) return call('run.complete', { conclusion: 'By hand.' });
    const blocked = /blocked \(taskId ([^)]+)\)/.exec(text);
    if (blocked !== null)
      return call('task.update', { taskId: blocked[1], status: 'done', result: 'I read it.' });
    return undefined;
  });
  await runs.ask('PUT', '/v1/teams/careful', {
    name: 'Careful',
    roles: [
      { role: 'Planner', is_planner: true, task: 'You plan.' },
      { role: 'Executor', task: 'You work.', limits: { calls: false } },
    ],
  });
  const { run_id: id } = await runs.start({ team: 'careful', unreviewed: true });
  const { plan } = await runs.reaches(id, 'finished');
  expect(plan.map(({ result }) => result)).toEqual(TASKS.map(() => 'I read it.'));
  const [first] = heard(runs, '# Task:');
  expect(first?.text).toContain('Whoever planned reads your answer');
  expect(first?.text).not.toContain('worker.report');
  expect(heard(runs, 'The role Executor of its run is so.').length).toBeGreaterThan(0);
});
