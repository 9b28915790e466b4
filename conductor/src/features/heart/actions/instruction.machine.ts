import { setup } from 'xstate';

import { tableOf } from '../../../engine/transition-table.ts';

export type InstructionStatus =
  | 'pending'
  | 'awaiting_approval'
  | 'ready'
  | 'running'
  | 'succeeded'
  | 'failed'
  | 'outcome_unknown';

export type InstructionEvent =
  /** The policy lets it run. */
  | { readonly type: 'PERMIT' }
  /** The policy wants a person asked. */
  | { readonly type: 'ASK' }
  /** The policy forbids it, or there is no such tool. */
  | { readonly type: 'REFUSE' }
  | { readonly type: 'APPROVE' }
  /** A person said no, or said nothing in time. */
  | { readonly type: 'DENY' }
  /** The intent to run is committed before the tool runs. */
  | { readonly type: 'BEGIN' }
  | { readonly type: 'SUCCEED' }
  | { readonly type: 'FAIL' }
  /** The action runs again: automatically where it changes nothing, else because a person said so. */
  | { readonly type: 'RUN_AGAIN' }
  /**
   * The conductor died while the tool ran, and nobody knows how far it came; or the action came back from a backup, and
   * nobody knows whether it ran since.
   */
  | { readonly type: 'LOSE_TRACK' }
  /** A person settled an unknown outcome without another run. */
  | { readonly type: 'SETTLE' }
  | { readonly type: 'CANCEL' };

/** The write-ahead ledger of actions. */
export const instructionMachine = setup({
  types: { events: {} as InstructionEvent },
}).createMachine({
  id: 'instruction',
  initial: 'pending',
  states: {
    pending: {
      on: {
        PERMIT: 'ready',
        ASK: 'awaiting_approval',
        REFUSE: 'failed',
        LOSE_TRACK: 'outcome_unknown',
        CANCEL: 'failed',
      },
    },
    awaiting_approval: {
      on: {
        // What the rules say may have changed since it was asked.
        APPROVE: 'pending', // guard: approved-by-rules
        DENY: 'failed',
        LOSE_TRACK: 'outcome_unknown',
        CANCEL: 'failed',
      },
    },
    ready: { on: { BEGIN: 'running', LOSE_TRACK: 'outcome_unknown', CANCEL: 'failed' } },
    running: {
      on: {
        SUCCEED: 'succeeded',
        FAIL: 'failed',
        RUN_AGAIN: 'ready',
        LOSE_TRACK: 'outcome_unknown',
      },
    },
    outcome_unknown: { on: { RUN_AGAIN: 'ready', SETTLE: 'failed', CANCEL: 'failed' } },
    succeeded: {},
    failed: {},
  },
});

export const instructionTable = tableOf<InstructionStatus, InstructionEvent>(instructionMachine);

/** The instruction has a result for the assistant. */
export function hasResult(status: InstructionStatus): boolean {
  return status === 'succeeded' || status === 'failed';
}
