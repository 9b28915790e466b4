import type { ExchangeEnd } from './exchange.ts';

/** A page at rest brings no reply: nothing of one grew, was read or was shown to be written for so long. */
export const REST_MS = 60_000;

/**
 * How long at most an answer without a reply is waited for, by what is known of it. A reply that comes later is told all
 * the same.
 */
export const PATIENCE_MS = {
  /** Baton had the page stop it. */
  stopped: 0,
  /** The site said what went wrong. */
  refused: 0,
  /** The same, where a history may show that there is a reply all the same. */
  refused_with_history: 5_000,
  /** The answer has not ended, or goes on another way: as long as the page is not at rest. */
  open: REST_MS,
  /** The answer ended without any of the reply, or some came after it: the rest comes another way. */
  elsewhere: REST_MS,
  /** The same, where the reply before it came in the answer to its own send: nothing else brings this one. */
  empty: 10_000,
  /** The history shows a part of it. */
  shown: REST_MS,
  /** The answer ended or was cut, and the history may show the whole by then. */
  ended_with_history: 30_000,
  /** The answer was cut, and nothing else can bring the reply. */
  cut: 0,
  /** The answer ended within a reply: one that came another way before its receipt was read goes on soon. */
  ended: 3_000,
} as const;

export type Patience = keyof typeof PATIENCE_MS;

/** Waits that begin anew while the page reads a reply, or shows that one is being written. */
export const LAST_WHILE_WRITTEN: ReadonlySet<Patience> = new Set([
  'open',
  'elsewhere',
  'empty',
  'shown',
]);

/** Facts of an answer that has brought no final reply. */
export interface AnswerFacts {
  /** Baton had the page stop it. */
  readonly isStopped: boolean;
  /** The site said what went wrong. */
  readonly isRefused: boolean;
  /** Null while it may bring more. `elsewhere`: the rest comes another way. */
  readonly end: ExchangeEnd | 'elsewhere' | null;
  /** Something of a reply came in. */
  readonly isHeard: boolean;
  /** Something of it came in after its answer had ended. */
  readonly isHeardElsewhere: boolean;
  /** The history showed something of it. */
  readonly isShown: boolean;
  /** There is a history to find it in. */
  readonly hasHistory: boolean;
  /** The reply before it came in the answer to its own send. */
  readonly comesInAnswer: boolean;
}

export function patienceWith(facts: AnswerFacts): Patience {
  const { isStopped, isRefused, end, isHeard, isHeardElsewhere, isShown, hasHistory } = facts;
  if (isStopped) return 'stopped';
  if (isRefused) return hasHistory ? 'refused_with_history' : 'refused';
  if (end === null || end === 'elsewhere') return 'open';
  if ((!isHeard || isHeardElsewhere) && end !== 'cut')
    return facts.comesInAnswer && !isHeardElsewhere && !isShown ? 'empty' : 'elsewhere';
  if (isShown) return 'shown';
  if (hasHistory) return 'ended_with_history';
  return end === 'cut' ? 'cut' : 'ended';
}
