import type { Conversation, MessageAnchor, UserTurn } from '../conversations/feature.ts';
import type { HeardReply } from './verdict.ts';

/** Who spoke before a reply, as far as that is known. */
export interface SpokenBefore {
  /** The turn that it names. */
  readonly turn: Pick<UserTurn, 'observedAt'> | null;
  /** When somebody last said something in the conversation, by hand or by Baton; empty: that was never seen. */
  readonly turnTimes: readonly number[];
  /** The reply after which its turn was sent, where that is named and known. */
  readonly follows: Pick<MessageAnchor, 'assistantMessageId'> | null;
  /** The browser that tells of it is sending a message of Baton's, and has not said yet that it is there. */
  readonly isSending: boolean;
}

/**
 * Is it a second reply to one turn (regenerated), or one to a turn that was put after an older reply (edited)? A turn that
 * is older than the newest reply has been answered. A page that does not name the turn is asked no more of: then the
 * newest turn that was seen counts, so that a reply with no new turn before it is a second one. The page tells of each
 * message that it sends, but for those that regenerate. After a crash the reply to Baton's own message may be told of
 * before the message is.
 */
export function isSecondReply(
  { in_reply_to: named }: HeardReply['frame'],
  { latestAssistantMessageId: newest, latestObservedAt: at }: Conversation,
  { turn, turnTimes, follows, isSending }: SpokenBefore,
): boolean {
  // An older extension does not tell.
  if (named === undefined || newest === null || at === null) return false;
  if (follows !== null && follows.assistantMessageId !== newest) return true; // guard: left-branch
  if (turn !== null) return turn.observedAt < at;
  return !isSending && Math.max(0, ...turnTimes) < at; // guard: second-by-turn
}
