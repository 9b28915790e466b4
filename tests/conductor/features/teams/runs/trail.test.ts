import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { runWorld } from '../../../../kit/run-world.ts';

test('the trail of a run holds what is about it, and about what is of it, and nothing of another', async () => {
  const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined));
  const { run_id: id, workers } = await runs.start();
  const { run_id: other } = await runs.start({ draft: true });
  await runs.post(id, 'inputs', { workers: 'all', text: 'Go.' });
  const trail = async (of: string) =>
    (await runs.ask<ResponseOf<'listEvents'>>('GET', `/v1/events/log?run=${of}`)).items;
  await expect
    .poll(async () => (await trail(id)).map(({ type }) => type))
    .toEqual(
      expect.arrayContaining([
        'run.created',
        'run.start',
        'run_worker.created',
        'run_input.queued',
        'run_input.sent',
      ]),
    );
  const subjects = (await trail(other)).map(({ subject_id: of }) => of);
  expect(subjects).toContain(other);
  const own = new Set([id, ...workers.map(({ tab_id: of }) => of)]);
  expect(subjects.filter((of) => own.has(of))).toEqual([]);
  const counts = await runs.ask<ResponseOf<'countEvents'>>('GET', `/v1/events/counts?run=${other}`);
  expect(counts.total).toBe(subjects.length);
});
