/**
 * The states of one delivery attempt:
 * - `resolving`: durable here; no page was told to send, or the telling provably came to nothing;
 * - `sending`: a page may have been told to send. Left only by evidence;
 * - `acked`: our turn stands in the conversation. Never sent again from here on;
 * - `streamed`: the reply to it is durable in the outbox;
 * - `finalized`: the conductor has the reply;
 * - `failed`: over, with an error code.
 */
export type AttemptStatus = 'resolving' | 'sending' | 'acked' | 'streamed' | 'finalized' | 'failed';

export type AttemptEvent =
  /** A page is chosen; it is told to send next. */
  | 'BEGIN'
  /** The message was provably not sent: it may be tried again. */
  | 'UNSENT'
  /** Our turn was seen in the conversation. */
  | 'SEEN'
  | 'REPLIED'
  | 'CONFIRMED'
  | 'FAIL';

/** The status after each event; an event that is missing is not allowed in that status. */
export const ATTEMPT_TRANSITIONS: {
  readonly [S in AttemptStatus]: { readonly [E in AttemptEvent]?: AttemptStatus };
} = {
  resolving: { BEGIN: 'sending', SEEN: 'acked', FAIL: 'failed' },
  sending: { UNSENT: 'resolving', SEEN: 'acked', FAIL: 'failed' },
  acked: { REPLIED: 'streamed', FAIL: 'failed' },
  streamed: { CONFIRMED: 'finalized' },
  finalized: {},
  failed: {},
};

/** The state after an event. An event the table does not hold is a bug, and throws. */
export function attemptStatusAfter(from: AttemptStatus, event: AttemptEvent): AttemptStatus {
  const to = ATTEMPT_TRANSITIONS[from][event];
  if (to === undefined) throw new Error(`No transition from ${from} on ${event}.`);
  return to;
}
