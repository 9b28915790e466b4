import { plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { SealedRow, SealedRowsAsked } from '../queries.ts';
import {
  RUN_EVIDENCE,
  RUN_INPUTS,
  RUN_TASKS,
  RUN_TEAMS,
  RUN_TEMPLATES,
  RUN_WORKERS,
  RUNS,
  type Sealed,
} from '../rows.ts';
import type { SealedTable } from '../run-texts.ts';
import * as runs from '../queries.ts';

const TABLES: Readonly<Record<SealedTable, { readonly id: string }>> = {
  runs: RUNS,
  runWorkers: RUN_WORKERS,
  runTasks: RUN_TASKS,
  runInputs: RUN_INPUTS,
  runTeams: RUN_TEAMS,
  runTemplates: RUN_TEMPLATES,
  runEvidence: RUN_EVIDENCE,
};

export interface SealAgainInput extends SealedRowsAsked {
  /** The same words with another key, by the id of the row, and what they were sealed as before. */
  readonly anew: ReadonlyMap<string, { readonly before: Sealed; readonly sealed: Sealed }>;
}

/** Rows get the same words with another key. One that was written meanwhile stays as it is. */
export const sealAgain = defineStep({
  name: 'seal again',
  load: ({ anew: _anew, ...asked }: SealAgainInput) => ({
    rows: runs.sealedRows({ ...asked }),
  }),
  decide({ rows }, { table, anew }): Decision<number> {
    const changes = rows.flatMap(({ rowId, row }) => {
      const made = anew.get(rowId);
      return made === undefined || made.before !== row.sealed
        ? []
        : update<SealedRow['row']>(TABLES[table], row, { sealed: made.sealed });
    });
    return { plan: plan({ changes }), outcome: changes.length };
  },
});

/** Records in the trail that all is sealed with another key now. */
export const tellSealed = defineStep({
  name: 'tell that all is sealed anew',
  load: (_input: { readonly rows: number; readonly via: string; readonly now: number }) => ({}),
  decide(_found, { rows, via, now }): Decision<null> {
    const event = {
      type: 'run_seal.rotated',
      subjectId: 'seal-key',
      conversationKey: null,
      actor: 'person',
      at: now,
      detail: { rows, via },
    } as const;
    return { plan: plan({ events: [event] }), outcome: null };
  },
});
