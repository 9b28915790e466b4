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

test('what changed in a folder is no evidence of a file that a task needs, also not later', async () => {
  const report = (id: string, status: string) => ({
    call: { id, method: 'worker.report', params: { status, summary: 'Well.' } },
  });
  const tasks = ['One', 'Two'].map((title) => ({ title, instructions: 'Do.', needs: ['file'] }));
  const plans = { call: { id: 'p1', method: 'plan.set', params: { tasks } } };
  const runs = await programWorld({
    planner: { rules: [{ on: '# The goal', does: [plans] }] },
    worker: {
      rules: [
        { on: '# Task: One', does: [{ until: 'one.md' }, report('w1', 'blocked')] },
        { on: '"w1"', does: [report('w2', 'done')] },
      ],
    },
  });
  const templates = { Planner: 'acp:planner', Executor: 'acp:worker' };
  const { run_id: id } = await runs.start({ templates, unreviewed: true });
  await expect.poll(async () => (await runs.shown(id)).plan[0]?.status).toBe('working');
  writeFileSync(join(runs.folder, 'one.md'), 'One.');
  await expect
    .poll(() =>
      runs.conductor.rows(
        `select error_code from instructions where tool = 'worker.report' and position = 0
          and finished_at is not null order by rowid`,
      ),
    )
    .toEqual([{ error_code: null }, { error_code: 'evidence_missing' }]);
  expect((await runs.shown(id)).evidence).toMatchObject([{ kind: 'file' }]);
});
