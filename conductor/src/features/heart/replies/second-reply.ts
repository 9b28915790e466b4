import type { Conversation, MessageAnchor, UserTurn } from '../conversations/feature.ts';
import type { HeardReply } from './verdict.ts';

/** A turn of the conversation, a person's or Baton's. */
export type SaidTurn = Pick<UserTurn, 'conversationKey' | 'observedAt' | 'rawText'>;

/** Turns and replies before a reply, as far as they are known. */
export interface SpokenBefore {
  /** The turn that it names. */
  readonly turn: Pick<UserTurn, 'observedAt'> | null;
  /** The last two of the conversation, the newest first; fewer: no more were seen. */
  readonly newestTurns: readonly SaidTurn[];
  /** The reply after which its turn was sent, where that is named and known. */
  readonly follows: Pick<MessageAnchor, 'assistantMessageId'> | null;
  /** The browser that tells of it is sending a message of Baton's, and has not said yet that it is there. */
  readonly isSending: boolean;
}

/**
 * Tells whether this is a second reply to one turn (regenerated), or one to a turn that was put after an older reply
 * (edited). A turn that is not newer than the newest reply has been answered. If the page does not name the turn, the
 * newest turn that was seen counts, so that a reply with no new turn before it is a second one. After a crash the reply
 * to Baton's own message may be told of before the message is.
 */
export function isSecondReply(
  { in_reply_to: named }: HeardReply['frame'],
  { latestAssistantMessageId: newest, latestObservedAt: at }: Conversation,
  { turn, newestTurns, follows, isSending }: SpokenBefore,
): boolean {
  // An older extension does not tell.
  if (named === undefined || newest === null || at === null) return false;
  if (follows !== null && follows.assistantMessageId !== newest) return true; // guard: left-branch
  if (follows === null && isSaidAgain(newestTurns, at)) return true;
  if (turn !== null) return turn.observedAt <= at;
  return !isSending && (newestTurns[0]?.observedAt ?? 0) <= at; // guard: second-by-turn
}

/**
 * Tells whether the last turn has the words of the one before it, which was answered. A site that names neither its
 * turns nor what they follow sends the same for a reply that is regenerated as for words that a person says twice.
 */
function isSaidAgain([last, before]: readonly SaidTurn[], at: number): boolean {
  if (last === undefined || before === undefined || before.observedAt > at) return false;
  return wordsOf(last) === wordsOf(before); // guard: second-said-again
}

function wordsOf({ rawText }: SaidTurn): string {
  return rawText.trim().replaceAll(/\s+/g, ' ');
}
