import { and, eq, getTableColumns, sql } from 'drizzle-orm';

import { pagedQuery } from '../../stores/sqlite/page.ts';
import type { QueryImplementations } from '../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import { approvals, instructions } from '../actions/tables.sqlite.ts';
import { conversations, messageAnchors } from '../conversations/tables.sqlite.ts';
import { ofItsReply, SHOWN_INSTRUCTION } from '../actions/feature.ts';
import { pageWithin, shownTitle } from '../conversations/feature.ts';
import type { ApprovalsQueries } from './queries.ts';

const SHOWN = {
  ...SHOWN_INSTRUCTION,
  approval: getTableColumns(approvals),
  conversationTitle: shownTitle,
};

const ofItsAction = and(eq(instructions.instructionId, approvals.instructionId), ofItsReply);

const shownApprovals = pagedQuery({
  key: [approvals.createdAt, approvals.approvalId],
  filters: {
    conversationKey: eq(approvals.conversationKey, sql.placeholder('conversationKey')),
    decision: eq(approvals.decision, sql.placeholder('decision')),
  },
  build: (db, { where, orderBy, limit }) =>
    db
      .select(SHOWN)
      .from(approvals)
      .crossJoin(instructions)
      .crossJoin(messageAnchors)
      .crossJoin(conversations)
      .where(and(ofItsAction, where))
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf: ({ approval: { createdAt, approvalId } }) => [createdAt, approvalId],
});

const shownApproval = preparedQuery((db) =>
  db
    .select(SHOWN)
    .from(approvals)
    .crossJoin(instructions)
    .crossJoin(messageAnchors)
    .crossJoin(conversations)
    .where(and(ofItsAction, eq(approvals.approvalId, sql.placeholder('approvalId'))))
    .prepare(),
);

/** What people see of approvals. */
export const approvalLists: Pick<
  QueryImplementations<ApprovalsQueries>,
  'shownApproval' | 'shownApprovals'
> = {
  shownApproval: (db, asked) => shownApproval(db).get(asked) ?? null,
  shownApprovals: (db, { conversation, decision, page }) =>
    pageWithin(db, conversation, (conversationKey) =>
      shownApprovals(db, { conversationKey, decision }, page),
    ),
};
