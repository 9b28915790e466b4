import { expect, test } from 'vitest';

import type { JsonValue } from '../../conductor/src/baa/json-value.ts';
import { sealFile } from '../../conductor/src/features/teams/runs/sealed-file.ts';
import type { ResponseOf } from '../../shared/api/operations.ts';
import { runWorld } from '../kit/run-world.ts';

// What a file with runs could bring that whoever made it chose.

type Taken = ResponseOf<'importSealedRuns'>;

test('of a file, runs stay there whose ids are no names, whose times no clock has, or whose workers are the same', async () => {
  const runs = await runWorld();
  const { run_id: id } = await runs.start({ draft: true });
  await runs.post(id, 'start');
  await runs.post(id, 'stop');
  const run = await runs.shown(id);
  await runs.ask('DELETE', `/v1/runs/${id}`);
  const risk = { input_id: 'a', worker: run.planner, origin: 'planner', status: 'sent', rules: [] };
  const sent = { ...risk, job_id: null, risk: 'low', created_at: 9e15, sent_at: null };
  const forms = [
    run,
    { ...run, run_id: '../a\n$(b)' },
    { ...run, run_id: 'b', ended_at: Number.MAX_SAFE_INTEGER },
    { ...run, run_id: 'c', risks: [sent] },
    { ...run, run_id: 'd', workers: run.workers.map((one) => ({ ...one, tab_id: 'a' })) },
  ];
  const passphrase = 'correct horse battery staple';
  const file = await sealFile('runs.v1', passphrase, forms as unknown as readonly JsonValue[]);
  const done = await runs.ask<Taken>('POST', '/v1/runs/import-sealed', { passphrase, file });
  expect(done.taken).toEqual([id]);
  expect(done.left_out.map(({ what }) => what)).toEqual(['line 3', 'line 4', 'line 5', 'line 6']);
});
