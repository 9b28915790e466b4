import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';

/** Effects that may follow a commit of this feature. */
export interface ConversationsEffects {
  /** Something of the conversation changed that browsers show. */
  conversation_changed: { readonly conversationKey: ConversationKey };
  /** Two keys were one conversation: all that belonged to `from` belongs to `into` now. */
  conversation_merged: { readonly from: ConversationKey; readonly into: ConversationKey };
  /** A person set its mode: more may be sent in it now, or less. */
  conversation_mode_set: { readonly conversationKey: ConversationKey };
  /** The conversation is gone with all that belonged to it. */
  conversation_deleted: {
    readonly conversationKey: ConversationKey;
    /** Ids of its actions that were running. */
    readonly running: readonly string[];
  };
}

declare module '../../../engine/plan.ts' {
  interface Effects extends ConversationsEffects {}
}
