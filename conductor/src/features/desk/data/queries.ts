import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { QueryType } from '../../../engine/query.ts';

/** The queries of this feature, by name. */
export interface DataQueries {
  /** Whether a conversation exists under its key, an earlier key, or our own id. */
  readonly isConversationKnown: QueryType<
    { readonly conversationKey: ConversationKey; readonly localConversationId: string },
    boolean
  >;
  /** Keys among `keys` that belong to conversations now. */
  readonly conversationsUnder: QueryType<
    { readonly keys: readonly ConversationKey[] },
    readonly ConversationKey[]
  >;
}

declare module '../../../engine/query.ts' {
  interface QueryTypes extends DataQueries {}
}
