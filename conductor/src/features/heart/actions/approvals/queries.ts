import type { ConversationRef } from '../../../../../../shared/model/conversation-key.ts';
import { query } from '../../../../engine/query.ts';
import { listWithin } from '../../conversations/queries.ts';
import type { Some } from '../../../../engine/some.ts';
import type { Approval, ApprovalDecision, Instruction } from '../rows.ts';
import type { ShownInstruction } from '../queries.ts';
import type { Place } from '../../conversations/feature.ts';

/** An approval as people see it. One without a reply is shown as an action too. */
export interface ShownApproval extends ShownInstruction {
  readonly approval: Approval;
  readonly conversationTitle: string | null;
}

export const approval = query<{ readonly approvalId: string }, Approval | null>('approval');

export const shownApproval = query<{ readonly approvalId: string }, ShownApproval | null>(
  'shownApproval',
);
/** The newest first. */
export const shownApprovals = listWithin<
  { readonly decision?: ApprovalDecision | undefined },
  ShownApproval
>('shownApprovals');
/** Open questions of a conversation with their actions, the oldest first. */
export const openApprovalsOf = query<
  { readonly ref: ConversationRef; readonly limit: number },
  readonly { readonly approval: Approval; readonly instruction: Instruction }[]
>('openApprovalsOf');
/** Open questions of all conversations, the oldest first. */
export const openApprovals = query<
  { readonly limit: number },
  readonly (Place & { readonly approval: Approval; readonly instruction: Instruction })[]
>('openApprovals');
/** Ids of open questions whose time is over. */
export const expiredApprovalIds = query<{ readonly now: number } & Some, readonly string[]>(
  'expiredApprovalIds',
);
