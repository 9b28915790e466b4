import { insert, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { RunOfFile } from '../run-of-file.ts';
import { about, type By } from '../run-changes.ts';
import * as runs from '../queries.ts';
import { RUNS, RUN_WORKERS, RUN_TASKS, RUN_INPUTS, RUN_EVIDENCE } from '../rows.ts';

/** A person takes a run that is over out of a file. One of its id that is here stays as it is. */
export const importRun = defineStep({
  name: 'import run',
  load: ({ rows: { run } }: { readonly rows: RunOfFile; readonly by: By }) => ({
    state: runs.runState({ runId: run.runId }),
  }),
  decide({ state }, { rows, by }): Decision<'imported' | 'known'> {
    if (state !== null) return { plan: plan({}), outcome: 'known' };
    const { run, workers, tasks, inputs, evidence } = rows;
    const detail = { ...by.detail, workers: workers.length, tasks: tasks.length };
    return {
      plan: plan({
        changes: [
          insert(RUNS, run),
          ...workers.map((row) => insert(RUN_WORKERS, row)),
          ...tasks.map((row) => insert(RUN_TASKS, row)),
          ...inputs.map((row) => insert(RUN_INPUTS, row)),
          ...evidence.map((row) => insert(RUN_EVIDENCE, row)),
        ],
        events: [about('run.imported', run.runId, { ...by, detail })],
      }),
      outcome: 'imported',
    };
  },
});
