import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { ForeignSource } from './rows.ts';

export interface ConversationsChanges {
  /**
   * Two keys were found to be one conversation. All that belongs to `from` moves to `into`, and `from` becomes an
   * alias. An anchor that both have is kept once, with the instructions of both.
   */
  merge_conversation: {
    readonly from: ConversationKey;
    readonly into: ConversationKey;
    readonly at: number;
  };
  /** The conversation has another key: those that work for it go by that one. */
  move_workers: { readonly from: ConversationKey; readonly into: ConversationKey };
  /** Deletes the conversation and all that belongs to it, also its events. */
  delete_conversation: { readonly conversationKey: ConversationKey };
  /** Replaces the labels. */
  set_labels: { readonly conversationKey: ConversationKey; readonly labels: readonly string[] };
  /** Keeps a text for what is compared with it later. Another one of the same source is added to it. */
  note_foreign_words: ForeignSource & {
    readonly conversationKey: ConversationKey;
    readonly words: string;
    readonly at: number;
  };
  /** Stores that reports of the browser about the conversation count. Storing it again changes nothing. */
  note_tie: { readonly conversationKey: ConversationKey; readonly clientId: string };
}

declare module '../../../engine/plan.ts' {
  interface Changes extends ConversationsChanges {}
}
