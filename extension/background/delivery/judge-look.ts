import type { ObservedReply } from '../../messages/page-messages.ts';
import type { Look } from './ask-page-for-turn.ts';
import type { AttemptFailure } from './attempt.ts';

/**
 * With no page left that could hear it come, a reply that does not grow for so long is none to wait for: what stands of
 * it is told, and is not whole. One that comes later is told of all the same, by the page that shows it.
 */
const AT_REST_MS = 60_000;
/** After 15 seconds: the pages that a restarted browser brings back are back then. */
const LOOKS_OUT_OF_REACH = 2;

/** Every way in which looking for a reply ends without one, and what is told of it. */
export const LOOK_ENDS = {
  /** The history, or the page that sent it, says that no reply comes; the site's own words go before these. */
  told: 'The site gave no reply to the message.',
  /** A page of the conversation is there, and nothing of a reply changes in it. */
  at_rest: 'The page that sent it is gone, and the conversation shows no reply.',
  /** A page of it is there, and something stands in the way in it. */
  unreadable: 'The page that sent it is gone, and the conversation cannot be read now.',
  /** No page of it is there, and none can be opened. */
  out_of_reach:
    'The page that sent it is gone, and nobody knows an address to open its conversation at.',
} as const;

export type LookEnd = keyof typeof LOOK_ENDS;

export type LookVerdict =
  | { readonly kind: 'wait' }
  | { readonly kind: 'reply'; readonly reply: ObservedReply; readonly tabId: number }
  | { readonly kind: 'none'; readonly by: LookEnd; readonly why: AttemptFailure };

/** Facts that are known besides the look itself. */
export interface LookSurroundings {
  /** The page that sent it is there, and sees its reply come. */
  readonly isWatched: boolean;
  /** How many looks came before. */
  readonly looks: number;
  /** For how long nothing of a reply has changed. */
  readonly stillForMs: number;
  /** A page of the conversation can be opened. */
  readonly hasAddress: () => boolean;
}

/** Judges a look for the reply to a message that is in its conversation. */
export function judgeLook(
  { outcome, tabId, problem }: Look,
  { isWatched, looks, stillForMs, hasAddress }: LookSurroundings,
): LookVerdict {
  const found = outcome.outcome === 'found' ? outcome : null;
  if (found?.is_unanswered === true) return none('told', found.why);
  const seen = found?.reply ?? null;
  // The page that sent it sees it come: what it shows is not whole before that.
  const isWhole = seen !== null && !(isWatched && seen.source === 'shown');
  if (isWhole && tabId !== null) return { kind: 'reply', reply: seen, tabId };
  if (isWatched) return { kind: 'wait' };
  if (tabId === null && problem === null) {
    const mayComeBack = looks < LOOKS_OUT_OF_REACH || hasAddress();
    return mayComeBack ? { kind: 'wait' } : none('out_of_reach');
  }
  if (stillForMs < AT_REST_MS) return { kind: 'wait' };
  if (tabId === null)
    return none('unreadable', problem && `${LOOK_ENDS.unreadable} ${problem.text}`);
  return found?.rest ? { kind: 'reply', reply: found.rest, tabId } : none('at_rest');
}

function none(by: LookEnd, said: string | null = null): LookVerdict {
  const text = said ?? LOOK_ENDS[by];
  return { kind: 'none', by, why: { code: 'no_reply', text, retry_after_ms: null } };
}
