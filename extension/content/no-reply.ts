import { waitOf } from '../platforms/kit/told-wait.ts';
import type { ReplyEvent } from '../platforms/platform.ts';
import type { AnswerFacts } from './reply-patience.ts';

/** Every way in which the wait for a reply ends without one, and what is told of it. Null: as its answer ended. */
export const WAIT_ENDS = {
  /** Nothing of it came for as long as is waited where so much is known of it. */
  at_rest: null,
  /** The history says that it failed. */
  failed: null,
  /** Baton had the page stop it. */
  stopped: 'The reply was stopped.',
  /** The page has sent a later message, under which nobody writes it any more. */
  overtaken: 'Another message was sent before a reply was whole.',
  /** The history shows it. */
  passed_over: 'A later message was answered, and this one was not.',
  /** The reply came, but the page left its conversation before that had a name: nobody knows whose it is. */
  nameless: 'The page went elsewhere before its conversation had a name.',
  /** The reply was being written, or reported as such, for longer than any reply takes. */
  too_long: 'The reply did not end within two hours.',
} as const;

export type WaitEnd = keyof typeof WAIT_ENDS;

/** Why no reply is to come, in words for a person. */
export interface NoReply {
  readonly by: WaitEnd;
  readonly text: string;
  /** How long the site wants to be left alone, where it says so. */
  readonly retryAfterMs: number | null;
}

/** Error that the site reported. */
export type ToldError = Extract<ReplyEvent, { type: 'error' }>;

/** As the guards of the background allow. */
const MAX_REASON_LENGTH = 2_000;

/** Returns why no reply came: a stop; else the site's own error; else the end of the wait. */
export function noReply(
  by: WaitEnd,
  { end, isHeard, isStopped }: Pick<AnswerFacts, 'end' | 'isHeard' | 'isStopped'>,
  error: ToldError | null,
): NoReply {
  if (isStopped) return reason('stopped', WAIT_ENDS.stopped);
  if (error !== null) {
    const text = error.text.slice(0, MAX_REASON_LENGTH);
    return { ...reason(by, text), retryAfterMs: waitOf(error, Date.now()) };
  }
  return reason(by, WAIT_ENDS[by] ?? wordsFor(end, isHeard));
}

function reason(by: WaitEnd, text: string): NoReply {
  return { by, text, retryAfterMs: null };
}

function wordsFor(end: AnswerFacts['end'], isHeard: boolean): string {
  if (end === 'cut') return 'The connection broke before a reply was whole.';
  return isHeard ? 'The reply ended without its end.' : 'The site answered without a reply.';
}
