import type { Conversation, MessageAnchor, UserTurn } from '../conversations/feature.ts';
import type { SaidTurn } from './second-reply.ts';
import type { HeardReply } from './verdict.ts';

/** Turns by which it is told which question a reply that is only shown stands under. */
export interface TurnsAround {
  /** The turn that it names. */
  readonly turn: Pick<UserTurn, 'observedAt'> | null;
  /** The last two of the conversation, the newest first. */
  readonly newestTurns: readonly SaidTurn[];
}

/**
 * A reply of the same words under another id, where they can be no new one: no delivery is answered by it, and it is not
 * the last, or it stands under a question that was put before it. A page that does not name the question shows no answer
 * to one that was put only after the page was read.
 */
export function isShownAgain(
  { assistantMessageId, observedAt }: MessageAnchor,
  { latestAssistantMessageId }: Conversation,
  { answers_job_id: answers = null, observed_at: shownAt }: HeardReply['frame'],
  { turn, newestTurns }: TurnsAround,
): boolean {
  if (answers !== null) return false;
  const question = turn ?? newestTurns.find((one) => one.observedAt <= shownAt);
  const isUnderOlder = (question?.observedAt ?? 0) < observedAt;
  if (turn !== null) return isUnderOlder;
  return assistantMessageId !== latestAssistantMessageId || isUnderOlder;
}
