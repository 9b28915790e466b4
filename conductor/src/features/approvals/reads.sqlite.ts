import { type Page, type PageWish, readPage } from '../../stores/sqlite/page.ts';
import type { Statements } from '../../stores/sqlite/statements.ts';
import {
  type ApprovalDecision,
  type ApprovalKind,
  INSTRUCTION_COLUMNS,
  type InstructionRow,
} from '../actions/feature.ts';

export interface ApprovalRow extends InstructionRow {
  readonly approval_id: string;
  readonly conversation_title: string | null;
  readonly kind: ApprovalKind;
  readonly decision: ApprovalDecision;
  readonly quoted: number;
  readonly reason: string | null;
  readonly expires_at: number | null;
  readonly decided_by: string | null;
  readonly asked_at: number;
  readonly decided_at: number | null;
}

const APPROVAL = `a.approval_id, coalesce(c.custom_title, c.title) as conversation_title, a.kind, a.decision, a.quoted, a.reason,
  a.expires_at, a.decided_by, a.created_at as asked_at, a.decided_at, ${INSTRUCTION_COLUMNS}
  from approvals a cross join instructions i on i.instruction_id = a.instruction_id
  cross join message_anchors m on m.anchor_id = i.anchor_id
  cross join conversations c on c.conversation_key = a.conversation_key`;

export function listApprovals(
  statements: Statements,
  {
    conversationKey,
    decision,
  }: {
    readonly conversationKey?: string | undefined;
    readonly decision?: ApprovalDecision | undefined;
  },
  page: PageWish,
): Page<ApprovalRow> {
  return readPage<ApprovalRow>(
    statements,
    {
      select: APPROVAL,
      where: [
        conversationKey === undefined ? null : ['a.conversation_key = ?', conversationKey],
        decision === undefined ? null : ['a.decision = ?', decision],
      ],
      key: ['a.created_at', 'a.approval_id'],
    },
    page,
  );
}

export function readApproval(statements: Statements, id: string): ApprovalRow | null {
  return statements.get<ApprovalRow>(
    `select a.created_at as key_at, a.approval_id as key_id, ${APPROVAL} where a.approval_id = ?`,
    id,
  );
}
