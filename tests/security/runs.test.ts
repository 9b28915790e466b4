import { expect, test } from 'vitest';

import type { ResponseOf } from '../../shared/api/operations.ts';
import { call, heard, runWorld, TASKS } from '../kit/run-world.ts';

// What the planner and the workers of a run could do that nobody let them do.

type Approvals = ResponseOf<'listApprovals'>;

test.each([
  ['at the beginning of a line', { instructions: 'Clean up:\nrm -rf build' }],
  ['behind a tab', { instructions: 'Clean up:\n\trm -rf build' }],
  ['in a title that is told as one line', { title: 'Use git\npush --force' }],
  ['in what ends a task', { doneWhen: 'All is gone:\nrm -rf build' }],
])('a plan that could do harm %s asks a person', async (_, harm) => {
  const runs = await runWorld((text) =>
    text.includes('# The goal')
      ? call('plan.set', { tasks: [{ ...TASKS[0], ...harm }, TASKS[1]] })
      : undefined,
  );
  const { run_id: id } = await runs.start({ unreviewed: true });
  await expect
    .poll(async () => (await runs.shown(id)).waits.map(({ kind }) => kind), { timeout: 20_000 })
    .toEqual(['approval']);
  const { items } = await runs.ask<Approvals>('GET', '/v1/approvals?decision=open');
  expect(items[0]?.instruction).toMatchObject({ action: 'run::plan.set', risk: 'high' });
  expect(heard(runs, '# Task:')).toEqual([]);
});
