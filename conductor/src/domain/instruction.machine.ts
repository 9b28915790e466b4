import { setup } from 'xstate';

import { tableOf } from './advance.ts';

export type InstructionStatus =
  'pending' | 'awaiting_approval' | 'running' | 'succeeded' | 'failed' | 'outcome_unknown';

export type InstructionEvent =
  /** Committed before the tool runs. */
  | { readonly type: 'BEGIN' }
  | { readonly type: 'SUCCEED' }
  | { readonly type: 'FAIL' }
  /** The conductor died while an idempotent tool ran: it runs again. */
  | { readonly type: 'RUN_AGAIN' }
  /** The conductor died while the tool ran, and nobody knows how far it came. */
  | { readonly type: 'LOSE_TRACK' };

/** The write-ahead ledger of actions (design sections 2 and 6). */
export const instructionMachine = setup({
  types: { events: {} as InstructionEvent },
}).createMachine({
  id: 'instruction',
  initial: 'pending',
  states: {
    pending: { on: { BEGIN: 'running' } },
    awaiting_approval: {},
    running: {
      on: {
        SUCCEED: 'succeeded',
        FAIL: 'failed',
        RUN_AGAIN: 'pending',
        LOSE_TRACK: 'outcome_unknown',
      },
    },
    succeeded: {},
    failed: {},
    outcome_unknown: {},
  },
});

export const instructionTable = tableOf<InstructionStatus, InstructionEvent>(instructionMachine);

/** The instruction has a result for the assistant. */
export function hasResult(status: InstructionStatus): boolean {
  return status === 'succeeded' || status === 'failed';
}
