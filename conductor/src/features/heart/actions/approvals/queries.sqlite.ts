import { asc, eq, getTableColumns, sql } from 'drizzle-orm';

import type { Db } from '../../../../stores/sqlite/open-database.ts';
import type { QueryImplementations } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { rowOf, rowsOf } from '../../../../stores/sqlite/row-list.ts';
import { approvals, instructionById, instructions, openApprovals } from '../tables.sqlite.ts';
import { conversations } from '../../conversations/tables.sqlite.ts';
import { canonicalKey, pageUrl } from '../../conversations/feature.ts';
import type { Approval, Instruction } from '../rows.ts';
import { conversationRowFor, instructionRowFor } from './rows-for-approval.ts';
import { approvalLists } from './lists.sqlite.ts';

import type * as queries from './queries.ts';

export const approvalsQueries: QueryImplementations<typeof queries> = {
  approval: (db, { approvalId }) =>
    db.select().from(approvals).where(eq(approvals.approvalId, approvalId)).get() ?? null,
  ...approvalLists,
  openApprovalsOf: (db, { ref, limit }) =>
    rowsOf(db, openApprovals, canonicalKey(db, ref))
      .map((approval) => ({ approval, instruction: instructionOf(db, approval) }))
      .toSorted(
        (a, b) =>
          a.approval.createdAt - b.approval.createdAt ||
          a.instruction.position - b.instruction.position,
      )
      .slice(0, limit),
  openApprovals: (db, { limit }) =>
    db
      .select({
        approval: getTableColumns(approvals),
        instruction: getTableColumns(instructions),
        conversation: getTableColumns(conversations),
        pageUrl,
      })
      .from(approvals)
      .leftJoin(instructions, eq(instructions.instructionId, approvals.instructionId))
      .leftJoin(conversations, eq(conversations.conversationKey, approvals.conversationKey))
      .where(eq(approvals.decision, 'open'))
      .orderBy(asc(approvals.createdAt), asc(instructions.position))
      .limit(limit)
      .all()
      .map(({ approval, instruction, conversation, pageUrl: seenAt }) => ({
        approval,
        instruction: instruction ?? instructionRowFor(approval),
        conversation: conversation ?? conversationRowFor(approval),
        pageUrl: seenAt,
      })),
  expiredApprovalIds: (db, { now, except, limit }) =>
    db
      .all<{ readonly approval_id: string }>(
        sql`select approval_id from approvals indexed by approvals_expiring
          where expires_at is not null and decision = 'open' and expires_at <= ${now}
            and approval_id not in (select value from json_each(${JSON.stringify(except)}))
          order by expires_at limit ${limit}`,
      )
      .map((row) => row.approval_id),
};

function instructionOf(db: Db, approval: Approval): Instruction {
  const { instructionId } = approval;
  const found = instructionId === null ? null : rowOf(db, instructionById, instructionId);
  return found ?? instructionRowFor(approval);
}
