import type { Result } from '../../../../../shared/lib/result.ts';
import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { ReachableConversation } from '../conversations/feature.ts';

/** A message that one conversation sends to another. */
export interface MessageBetween {
  readonly from: ConversationKey;
  /** Ids (our own) of the conversations that asked one another up to and with the sender, the first asker first. */
  readonly chain: readonly string[];
  /** Our id of the conversation to write to; no other name of it is taken. */
  readonly to: string;
  readonly text: string;
  /** The same key is the same message, however often it is sent. */
  readonly dedupeKey: string;
}

/** Calls of the actions of the target `conversation`. */
export interface ConversationPort {
  /** Conversations in auto or manual whose title or id contains the words, the most recently used first. */
  list(words: string | null, limit: number): Promise<readonly ReachableConversation[]>;
  /**
   * Queues a message. Fails with `not_found`, `conversation_manual`, `conversation_paused` or `conversation_draining`.
   */
  send(message: MessageBetween): Promise<Result<{ readonly jobId: string }, CodedError>>;
  /**
   * Resolves when the reply to the job is final, or the job has failed; with `cancelled` when the signal aborts. By then
   * `asker`, where it is named, is marked by all that the conversation that answers has read.
   */
  waitForFinal(
    jobId: string,
    signal: AbortSignal,
    asker?: ConversationKey,
  ): Promise<Result<{ readonly text: string; readonly assistantMessageId: string }, CodedError>>;
}
