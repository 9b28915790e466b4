import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { PLANNER, programWorld, WORKER } from '../../kit/program-world.ts';

test('FR-103: what changed in the folder of a worker shows beside its report', async () => {
  const [find, ...others] = WORKER.rules;
  const runs = await programWorld({
    planner: PLANNER,
    worker: {
      rules: [
        { on: find?.on ?? '', does: [{ until: 'ways.md' }, ...(find?.does ?? [])] },
        ...others,
      ],
    },
  });
  const templates = { Planner: 'acp:planner', Executor: 'acp:worker' };
  writeFileSync(join(runs.folder, 'before.md'), 'It was there.');
  const { run_id: id } = await runs.start({ templates, unreviewed: true });
  await expect.poll(async () => (await runs.shown(id)).plan[0]?.status).toBe('working');
  writeFileSync(join(runs.folder, 'ways.md'), 'Three.');
  const run = await runs.reaches(id, 'finished');
  expect(run.evidence).toMatchObject([
    {
      task_id: run.plan[0]?.task_id,
      worker: run.plan[0]?.worker,
      kind: 'file',
      title: 'Changed in its folder, as Baton saw it: 1 file',
      detail: 'ways.md',
    },
  ]);
  const { markdown } = await runs.ask<{ markdown: string }>('GET', `/v1/runs/${id}/report`);
  expect(markdown).toContain('as Baton saw it: 1 file (task 1)\n\n```text\nways.md\n```');
  // Sealed, as all words of a run.
  const rows = runs.conductor.rows<{ readonly sealed: string }>('select sealed from run_evidence');
  expect(rows.map(({ sealed }) => sealed).join()).not.toContain('ways');
});
