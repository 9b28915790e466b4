import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { ForeignAction } from './rows.ts';

export interface ConversationsChanges {
  /**
   * Two keys turned out to be one conversation. All that belongs to `from` moves to `into`, `from` becomes
   * an alias. An anchor that both have is kept once, with the instructions of both.
   */
  merge_conversation: {
    readonly from: ConversationKey;
    readonly into: ConversationKey;
    readonly at: number;
  };
  /** The conversation and all that belongs to it, its lines of the trail too. */
  delete_conversation: { readonly conversationKey: ConversationKey };
  /** The labels become these, each once. */
  set_labels: { readonly conversationKey: ConversationKey; readonly labels: readonly string[] };
  /** In their canonical form (baa/find-foreign-actions.ts). One that was noted before is noted again. */
  note_foreign_actions: ForeignAction & {
    readonly conversationKey: ConversationKey;
    readonly actions: readonly string[];
    readonly at: number;
  };
  /** The browser has to do with the conversation, and may tell of it. Noted again, nothing changes. */
  note_tie: { readonly conversationKey: ConversationKey; readonly clientId: string };
}

declare module '../../engine/plan.ts' {
  interface Changes extends ConversationsChanges {}
}
