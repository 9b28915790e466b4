import { setup } from 'xstate';

import { tableOf } from '../../../engine/transition-table.ts';

export const CALL_STATUSES = [
  'proposed',
  'waiting',
  'queued',
  'dispatched',
  'begun',
  'succeeded',
  'failed',
  'unknown',
] as const;

export type CallStatus = (typeof CALL_STATUSES)[number];

export type CallEvent =
  /** The policy lets it run, or a person does. */
  | { readonly type: 'ASKED' }
  /** A person is asked first: for the call, for a grant, or to do something in the page. */
  | { readonly type: 'WAIT' }
  /** The person said yes, no, or nothing in time. */
  | { readonly type: 'ALLOWED' }
  | { readonly type: 'REFUSED' }
  | { readonly type: 'DISPATCH' }
  | { readonly type: 'BEGUN' }
  | { readonly type: 'OK' }
  | { readonly type: 'FAILED' }
  | { readonly type: 'EXECUTOR_GONE'; readonly writes: boolean }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'DEADLINE'; readonly writes: boolean };

/**
 * Machine of a call. One that asks the person to do something themselves goes no further than to them: a wait may end
 * as a success.
 */
export const callMachine = setup({
  types: { events: {} as CallEvent },
  guards: {
    writes: ({ event }) => 'writes' in event && event.writes,
  },
}).createMachine({
  id: 'resource call',
  initial: 'proposed',
  states: {
    proposed: {
      on: { ASKED: 'queued', WAIT: 'waiting', REFUSED: 'failed', CANCEL: 'failed' },
    },
    waiting: {
      on: { ALLOWED: 'queued', OK: 'succeeded', REFUSED: 'failed', CANCEL: 'failed' },
    },
    queued: {
      on: {
        WAIT: 'waiting',
        DISPATCH: 'dispatched',
        // The conductor does some itself.
        OK: 'succeeded',
        FAILED: 'failed',
        CANCEL: 'failed',
        DEADLINE: 'failed',
        EXECUTOR_GONE: 'failed',
      },
    },
    dispatched: {
      on: {
        BEGUN: 'begun',
        OK: 'succeeded',
        FAILED: 'failed',
        EXECUTOR_GONE: [{ guard: 'writes', target: 'unknown' }, { target: 'queued' }],
        // The executor says how it ended.
        CANCEL: 'dispatched',
        DEADLINE: [{ guard: 'writes', target: 'unknown' }, { target: 'failed' }],
      },
    },
    begun: {
      on: {
        OK: 'succeeded',
        FAILED: 'failed',
        EXECUTOR_GONE: [{ guard: 'writes', target: 'unknown' }, { target: 'queued' }],
        CANCEL: 'begun',
        DEADLINE: [{ guard: 'writes', target: 'unknown' }, { target: 'failed' }],
      },
    },
    succeeded: {},
    failed: {},
    // Settled by looking: the executor's journal, or the page's own memory.
    unknown: { on: { OK: 'succeeded', FAILED: 'failed' } },
  },
});

export const callTable = tableOf<CallStatus, CallEvent>(callMachine);

/** Tells whether nothing more is waited for. */
export function hasEnded(status: CallStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'unknown';
}
