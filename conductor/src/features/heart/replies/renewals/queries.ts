import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import { query } from '../../../../engine/query.ts';
import type { Some } from '../../../../engine/some.ts';
import type { Conversation, Renewal } from '../../conversations/feature.ts';

/** Conversations whose renewal has a turn that is due. */
export const dueRenewals = query<{ readonly now: number } & Some, readonly ConversationKey[]>(
  'dueRenewals',
);
/** A renewal with a due turn, and what says whether nothing is open in its conversation. */
export const dueRenewal = query<
  { readonly conversationKey: ConversationKey; readonly now: number },
  {
    readonly renewal: Renewal;
    readonly conversation: Conversation;
    /** The anchor of the newest reply. */
    readonly anchorId: string | null;
    /** Whether a delivery or an action has not ended. */
    readonly isBusy: boolean;
  } | null
>('dueRenewal');

export const activeRenewals = query<Readonly<Record<never, never>>, readonly Renewal[]>(
  'activeRenewals',
);
