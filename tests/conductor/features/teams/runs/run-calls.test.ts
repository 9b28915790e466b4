import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { call, runWorld } from '../../../../kit/run-world.ts';

type Calls = ResponseOf<'listRunCalls'> & { readonly code?: string };

test('FR-004: what the workers of a run asked for is listed, while they work for it', async () => {
  const runs = await runWorld((text) =>
    text.includes('More work')
      ? call('worker.report', { status: 'done', summary: 'x' })
      : undefined,
  );
  const { run_id: id, workers } = await runs.start({ unreviewed: true });
  const run = await runs.reaches(id, 'finished');
  const [planner, executor] = workers.map(({ tab_id: tab }) => tab);
  const listed = (query = '') => runs.ask<Calls>('GET', `/v1/runs/${id}/calls${query}`);
  const { items } = await listed();
  expect(items.map(({ worker, action }) => [worker, action]).toReversed()).toEqual([
    [planner, 'run::plan.set'],
    [executor, 'run::worker.report'],
    [executor, 'run::worker.report'],
    [planner, 'run::run.report_draft'],
    [planner, 'run::run.complete'],
  ]);
  expect(items[0]).toMatchObject({ status: 'succeeded', risk: 'low', decision: null, error: null });
  expect((await listed(`?worker=${executor}`)).items).toHaveLength(2);

  const first = await listed('?limit=2');
  expect(first.items).toEqual(items.slice(0, 2));
  expect((await listed(`?limit=2&cursor=${first.next_cursor}`)).items).toEqual(items.slice(2, 4));

  // What its chat is asked for later is none of the run's.
  const conversation = run.workers[1]?.conversation;
  await runs.ask('POST', `/v1/conversations/${conversation}/messages`, { text: 'More work.' });
  const count = () => runs.conductor.rows('select * from instructions').length;
  await expect.poll(count).toBe(6);
  expect((await listed()).items).toEqual(items);
});
