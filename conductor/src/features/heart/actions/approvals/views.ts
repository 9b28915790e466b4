import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import { instructionView } from '../views.ts';
import type { ShownApproval } from './queries.ts';

export type ApprovalView = ResponseOf<'getApproval'>;

export function approvalView(shown: ShownApproval): ApprovalView {
  const { approval } = shown;
  return {
    approval_id: approval.approvalId,
    local_conversation_id: shown.localConversationId,
    conversation_title: shown.conversationTitle,
    kind: approval.kind,
    decision: approval.decision,
    quoted: approval.quoted,
    tool_changed: approval.toolChanged,
    may_leak: approval.mayLeak,
    second_reply: approval.secondReply,
    reason: approval.reason,
    instruction: instructionView(shown),
    subject: {
      kind: approval.subjectKind,
      id: approval.subjectId ?? shown.instruction.instructionId,
      resource_id: approval.subject?.resourceId ?? null,
      origin: approval.subject?.origin ?? null,
      level: approval.subject?.level ?? null,
      element: approval.subject?.element ?? null,
      words: approval.subject?.words ?? null,
    },
    expires_at: approval.expiresAt,
    decided_by: approval.decidedBy,
    created_at: approval.createdAt,
    decided_at: approval.decidedAt,
  };
}
