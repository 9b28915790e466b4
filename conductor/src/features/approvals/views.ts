import type { AnswerOf } from '../../../../shared/api/operations.ts';
import { instructionView } from '../actions/feature.ts';
import type { ApprovalRow } from './reads.sqlite.ts';

export type ApprovalView = AnswerOf<'getApproval'>;

export function approvalView(row: ApprovalRow): ApprovalView {
  return {
    approval_id: row.approval_id,
    local_conversation_id: row.local_conversation_id,
    conversation_title: row.conversation_title,
    kind: row.kind,
    decision: row.decision,
    quoted: row.quoted === 1,
    reason: row.reason,
    instruction: instructionView(row),
    expires_at: row.expires_at,
    decided_by: row.decided_by,
    created_at: row.asked_at,
    decided_at: row.decided_at,
  };
}
