import type { ConversationRef } from '../../../../shared/model/conversation-key.ts';
import type { Asked } from '../../engine/query.ts';
import type { Some } from '../../engine/some.ts';
import type { Approval, Instruction } from '../actions/feature.ts';
import type { Place } from '../conversations/feature.ts';

export interface ApprovalsQueries {
  /** Open ones of a conversation with their actions, the oldest first. */
  readonly openApprovalsOf: Asked<
    { readonly ref: ConversationRef; readonly limit: number },
    readonly { readonly approval: Approval; readonly instruction: Instruction }[]
  >;
  /** Open ones of all conversations, the oldest first. */
  readonly openApprovals: Asked<
    { readonly limit: number },
    readonly (Place & { readonly approval: Approval; readonly instruction: Instruction })[]
  >;
  /** Open ones whose time is over. */
  readonly expiredApprovalIds: Asked<{ readonly now: number } & Some, readonly string[]>;
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends ApprovalsQueries {}
}
