import type { ConversationRef } from '../../../../../../shared/model/conversation-key.ts';
import type { QueryType } from '../../../../engine/query.ts';
import type { Some } from '../../../../engine/some.ts';
import type { Approval, ApprovalDecision, Instruction } from '../rows.ts';
import type { ShownInstruction } from '../queries.ts';
import type { ListWithin, Place } from '../../conversations/feature.ts';

/** An approval as people see it. One without a reply is shown as an action too. */
export interface ShownApproval extends ShownInstruction {
  readonly approval: Approval;
  readonly conversationTitle: string | null;
}

export interface ApprovalsQueries {
  readonly approval: QueryType<{ readonly approvalId: string }, Approval | null>;
  readonly shownApproval: QueryType<{ readonly approvalId: string }, ShownApproval | null>;
  /** The newest first. */
  readonly shownApprovals: ListWithin<
    { readonly decision?: ApprovalDecision | undefined },
    ShownApproval
  >;
  /** Open questions of a conversation with their actions, the oldest first. */
  readonly openApprovalsOf: QueryType<
    { readonly ref: ConversationRef; readonly limit: number },
    readonly { readonly approval: Approval; readonly instruction: Instruction }[]
  >;
  /** Open questions of all conversations, the oldest first. */
  readonly openApprovals: QueryType<
    { readonly limit: number },
    readonly (Place & { readonly approval: Approval; readonly instruction: Instruction })[]
  >;
  /** Ids of open questions whose time is over. */
  readonly expiredApprovalIds: QueryType<{ readonly now: number } & Some, readonly string[]>;
}

declare module '../../../../engine/query.ts' {
  interface QueryTypes extends ApprovalsQueries {}
}
