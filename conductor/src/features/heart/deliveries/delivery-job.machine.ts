import { setup } from 'xstate';

import { tableOf } from '../../../engine/transition-table.ts';

/** The state of a delivery job. ARCHITECTURE.md, "How a job lives", draws the transitions. */
export type JobStatus = 'pending' | 'dispatched' | 'acked' | 'finalized' | 'retry_wait' | 'failed';

export type JobEvent =
  /** A frame for a connected browser is committed. */
  | { readonly type: 'DISPATCH' }
  /** An agent has begun to work on the turn: no browser is asked. */
  | { readonly type: 'BEGIN' }
  /** The agent's run failed, or was stopped. */
  | { readonly type: 'RUN_ENDED' }
  /** Our own user turn was seen in the conversation. */
  | { readonly type: 'ACKED' }
  /** This attempt ended, and nothing was sent. `retryable`: the code allows another attempt, and some are left. */
  | { readonly type: 'FAILED'; readonly retryable: boolean }
  /** The browser disconnected: the outcome is unknown, so the next browser reconciles before it sends. */
  | { readonly type: 'LEASE_LOST' }
  | { readonly type: 'FINAL_MESSAGE' }
  /** The page's request ended without a reply. The message is in the conversation: only a person sends it again. */
  | { readonly type: 'NO_REPLY' }
  /** No reply came in time. The message is in the conversation, and is never sent again. */
  | { readonly type: 'FINAL_TIMEOUT' }
  | { readonly type: 'DUE' }
  | { readonly type: 'CANCEL' }
  /** The job came from a backup, and may have been sent since: the next browser reconciles. */
  | { readonly type: 'RESTORED' }
  /** The outcome was unknown; a person looked, and the message is there. `answered`: its reply is there too. */
  | { readonly type: 'FOUND'; readonly answered: boolean }
  /** A person retries it. */
  | { readonly type: 'RETRY' };

/** A delivery job. ARCHITECTURE.md, "How a job lives", draws the same transitions. */
export const deliveryJobMachine = setup({
  types: { events: {} as JobEvent },
  guards: {
    retryable: ({ event }) => event.type === 'FAILED' && event.retryable,
    answered: ({ event }) => event.type === 'FOUND' && event.answered,
  },
}).createMachine({
  id: 'delivery job',
  initial: 'pending',
  states: {
    pending: {
      on: { DISPATCH: 'dispatched', BEGIN: 'acked', CANCEL: 'failed', RESTORED: 'pending' },
    },
    dispatched: {
      on: {
        ACKED: 'acked',
        FAILED: [{ guard: 'retryable', target: 'retry_wait' }, { target: 'failed' }],
        LEASE_LOST: 'dispatched',
        CANCEL: 'failed',
        RESTORED: 'pending',
      },
    },
    acked: {
      on: {
        FINAL_MESSAGE: 'finalized',
        NO_REPLY: 'failed',
        FINAL_TIMEOUT: 'failed',
        RUN_ENDED: 'failed',
        CANCEL: 'failed',
      },
    },
    retry_wait: { on: { DUE: 'pending', CANCEL: 'failed', RESTORED: 'retry_wait' } },
    failed: {
      on: {
        RETRY: 'pending',
        RESTORED: 'failed',
        FOUND: [{ guard: 'answered', target: 'finalized' }, { target: 'acked' }],
      },
    },
    finalized: {},
  },
});

/** Which status follows which. */
export const jobTable = tableOf<JobStatus, JobEvent>(deliveryJobMachine);
