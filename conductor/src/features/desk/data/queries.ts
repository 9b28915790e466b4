import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { query } from '../../../engine/query.ts';

/** Whether a conversation exists under its key, an earlier key, or our own id. */
export const isConversationKnown = query<
  { readonly conversationKey: ConversationKey; readonly localConversationId: string },
  boolean
>('isConversationKnown');
/** Keys among `keys` that belong to conversations now. */
export const conversationsUnder = query<
  { readonly keys: readonly ConversationKey[] },
  readonly ConversationKey[]
>('conversationsUnder');
