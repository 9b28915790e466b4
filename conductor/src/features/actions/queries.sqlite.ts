import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';

import type { Db } from '../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import type { QueryImplementations } from '../../stores/sqlite/sqlite-implementation.ts';
import { conversations, messageAnchors } from '../conversations/tables.sqlite.ts';
import { holdsIn } from '../policy/feature.ts';
import { policyRules } from '../policy/tables.sqlite.ts';
import { foreignActionOf } from './foreign-actions.sqlite.ts';
import { actionLists } from './lists.sqlite.ts';
import type { ActingReply, ActionsQueries } from './queries.ts';
import { approvals, instructions } from './tables.sqlite.ts';

/** Word for word as in the partial indexes: SQLite does not see through another wording. */
const UNFINISHED = sql`${instructions.status} not in ('succeeded', 'failed')`;

/** With the `+` the index over all open ones is left out of account: there are more of those than of one action's. */
const OPEN = sql`+${approvals.decision} = 'open' and ${approvals.subjectKind} = 'instruction'`;

const anchorOfInstruction = preparedQuery((db) =>
  db
    .select({ anchorId: instructions.anchorId })
    .from(instructions)
    .where(eq(instructions.instructionId, sql.placeholder('instructionId')))
    .prepare(),
);

const actingAnchor = preparedQuery((db) => {
  const { conversationKey, assistantMessageId, chain } = messageAnchors;
  const { mode, localConversationId, agentId, parentKey } = conversations;
  return db
    .select({
      // A reply's text may be long, and no step of the ledger reads it.
      anchor: { anchorId: messageAnchors.anchorId, conversationKey, assistantMessageId, chain },
      conversation: { mode, localConversationId, agentId, parentKey },
    })
    .from(messageAnchors)
    .innerJoin(conversations, eq(conversations.conversationKey, messageAnchors.conversationKey))
    .where(eq(messageAnchors.anchorId, sql.placeholder('anchorId')))
    .prepare();
});

const instructionsOf = preparedQuery((db) =>
  db
    .select()
    .from(instructions)
    .where(eq(instructions.anchorId, sql.placeholder('anchorId')))
    .orderBy(asc(instructions.position))
    .prepare(),
);

const approvalsOf = preparedQuery((db) =>
  db
    .select(getTableColumns(approvals))
    .from(approvals)
    .innerJoin(instructions, eq(instructions.instructionId, approvals.instructionId))
    // A yes to something else about an action is no yes to the action.
    .where(
      and(
        eq(instructions.anchorId, sql.placeholder('anchorId')),
        eq(approvals.subjectKind, 'instruction'),
      ),
    )
    .orderBy(asc(approvals.createdAt))
    .prepare(),
);

const rulesFor = preparedQuery((db) =>
  db
    .select(getTableColumns(policyRules))
    .from(instructions)
    .innerJoin(policyRules, holdsIn(sql`${instructions.conversationKey}`))
    .where(eq(instructions.instructionId, sql.placeholder('instructionId')))
    .prepare(),
);

export const actionsQueries: QueryImplementations<ActionsQueries> = {
  ...actionLists,
  runningOf: (db, { localConversationId }) =>
    db
      .select({ instructionId: instructions.instructionId })
      .from(conversations)
      .innerJoin(instructions, eq(instructions.conversationKey, conversations.conversationKey))
      .where(
        and(
          eq(conversations.localConversationId, localConversationId),
          eq(instructions.status, 'running'),
        ),
      )
      .all()
      .map((row) => row.instructionId),
  rulesFor: (db, { instructionId }) => rulesFor(db).all({ instructionId }),
  reply: (db, { anchorId }) => replyOf(db, anchorId),
  replyWith: (db, { instructionId }) =>
    replyOf(db, anchorOfInstruction(db).get({ instructionId })?.anchorId),
  replyAbout: (db, { approvalId }) =>
    replyOf(
      db,
      db
        .select({ anchorId: instructions.anchorId })
        .from(approvals)
        .innerJoin(instructions, eq(instructions.instructionId, approvals.instructionId))
        .where(eq(approvals.approvalId, approvalId))
        .get()?.anchorId,
    ),
  runningInstructions: (db) =>
    db
      .select()
      .from(instructions)
      .where(and(UNFINISHED, eq(instructions.status, 'running')))
      .all(),
  openInstructions: (db) =>
    db
      .select({ instruction: getTableColumns(instructions), approval: getTableColumns(approvals) })
      .from(instructions)
      .leftJoin(approvals, and(eq(approvals.instructionId, instructions.instructionId), OPEN))
      .where(UNFINISHED)
      .all(),
  unattendedInstructions: (db) =>
    db
      .select(getTableColumns(instructions))
      .from(instructions)
      .leftJoin(approvals, and(eq(approvals.instructionId, instructions.instructionId), OPEN))
      .where(
        and(UNFINISHED, eq(instructions.status, 'outcome_unknown'), isNull(approvals.approvalId)),
      )
      .all(),
  unfinishedAnchorIds: (db, { conversationKey }) =>
    db
      .selectDistinct({ anchorId: instructions.anchorId })
      .from(instructions)
      .where(
        and(
          UNFINISHED,
          inArray(instructions.status, ['pending', 'ready', 'running']),
          // Fewer are unfinished in all than there are of one conversation.
          conversationKey === null
            ? undefined
            : sql`+${instructions.conversationKey} = ${conversationKey}`,
        ),
      )
      .all()
      .map((row) => row.anchorId),
  foreignAction: (db, { instructionId }) => foreignActionOf(db, instructionId),
};

function replyOf(db: Db, anchorId: string | undefined): ActingReply | null {
  const found = anchorId === undefined ? undefined : actingAnchor(db).get({ anchorId });
  if (found === undefined) return null;
  return {
    ...found,
    instructions: instructionsOf(db).all({ anchorId }),
    approvals: approvalsOf(db).all({ anchorId }),
  };
}
