import { eq, getTableColumns, sql } from 'drizzle-orm';

import { pagedQuery } from '../../../../stores/sqlite/page.ts';
import type { QueryImplementations } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../../stores/sqlite/prepared-query.ts';
import { approvals, instructions } from '../tables.sqlite.ts';
import { conversations, messageAnchors } from '../../conversations/tables.sqlite.ts';
import { SHOWN_INSTRUCTION } from '../lists.sqlite.ts';
import { pageWithin, shownTitle } from '../../conversations/feature.ts';
import { conversationRowFor, instructionRowFor } from './rows-for-approval.ts';
import type { ShownApproval } from './queries.ts';
import type * as queries from './queries.ts';

const SHOWN = {
  ...SHOWN_INSTRUCTION,
  approval: getTableColumns(approvals),
  conversationTitle: shownTitle,
};

type Row = ReturnType<ReturnType<typeof shownApproval>['all']>[number];

/** Fills in an action and a conversation for an approval without a reply, from the one who asked. */
function whole(row: Row): ShownApproval {
  const { approval, instruction, localConversationId, assistantMessageId, conversationTitle } = row;
  const stand = conversationRowFor(approval);
  return {
    approval,
    instruction: instruction ?? instructionRowFor(approval),
    localConversationId: localConversationId ?? stand.localConversationId,
    assistantMessageId: assistantMessageId ?? '',
    conversationTitle: localConversationId === null ? stand.title : conversationTitle,
  };
}

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
      .leftJoin(instructions, eq(instructions.instructionId, approvals.instructionId))
      .leftJoin(messageAnchors, eq(messageAnchors.anchorId, instructions.anchorId))
      .leftJoin(conversations, eq(conversations.conversationKey, approvals.conversationKey))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf: ({ approval: { createdAt, approvalId } }) => [createdAt, approvalId],
});

const shownApproval = preparedQuery((db) =>
  db
    .select(SHOWN)
    .from(approvals)
    .leftJoin(instructions, eq(instructions.instructionId, approvals.instructionId))
    .leftJoin(messageAnchors, eq(messageAnchors.anchorId, instructions.anchorId))
    .leftJoin(conversations, eq(conversations.conversationKey, approvals.conversationKey))
    .where(eq(approvals.approvalId, sql.placeholder('approvalId')))
    .prepare(),
);

/** Queries for the lists of approvals that people see. */
export const approvalLists: Pick<
  QueryImplementations<typeof queries>,
  'shownApproval' | 'shownApprovals'
> = {
  shownApproval(db, asked) {
    const row = shownApproval(db).get(asked);
    return row === undefined ? null : whole(row);
  },
  shownApprovals: (db, { conversation, decision, page }) =>
    pageWithin(db, conversation, (conversationKey) => {
      const { items, next } = shownApprovals(db, { conversationKey, decision }, page);
      return { items: items.map(whole), next };
    }),
};
