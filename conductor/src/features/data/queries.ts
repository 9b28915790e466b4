import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { QueryType } from '../../engine/query.ts';

/** The queries of this feature, by name. */
export interface DataQueries {
  /** Is the conversation here already, under its key, an earlier one, or our id of it? */
  readonly isConversationKnown: QueryType<
    { readonly conversationKey: ConversationKey; readonly localConversationId: string },
    boolean
  >;
  /** Which of these keys conversations go by now. */
  readonly conversationsUnder: QueryType<
    { readonly keys: readonly ConversationKey[] },
    readonly ConversationKey[]
  >;
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends DataQueries {}
}
