import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { QueryType } from '../../../../engine/query.ts';
import type { Some } from '../../../../engine/some.ts';
import type { Conversation, Renewal } from '../../conversations/feature.ts';

/** The queries of this feature, by name. */
export interface RenewalsQueries {
  /** Conversations whose renewal has a turn that is due. */
  readonly dueRenewals: QueryType<{ readonly now: number } & Some, readonly ConversationKey[]>;
  /** A renewal with a due turn, and what says whether nothing is open in its conversation. */
  readonly dueRenewal: QueryType<
    { readonly conversationKey: ConversationKey; readonly now: number },
    {
      readonly renewal: Renewal;
      readonly conversation: Conversation;
      /** The anchor of the newest reply. */
      readonly anchorId: string | null;
      /** Whether a delivery or an action has not ended. */
      readonly isBusy: boolean;
    } | null
  >;
  readonly activeRenewals: QueryType<Readonly<Record<never, never>>, readonly Renewal[]>;
}

declare module '../../../../engine/query.ts' {
  interface QueryTypes extends RenewalsQueries {}
}
