import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';

import type { Db } from '../../../stores/sqlite/open-database.ts';
import { rowOf, rowsOf } from '../../../stores/sqlite/row-list.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { anchorById, conversationByKey, conversations } from '../conversations/tables.sqlite.ts';
import { rulesHoldingIn } from '../policy/feature.ts';
import { foreignActionOf } from './foreign-words.sqlite.ts';
import { actionLists } from './lists.sqlite.ts';
import type { ActingReply } from './queries.ts';
import {
  approvals,
  approvalsAbout,
  instructionById,
  instructions,
  instructionsOfReply,
} from './tables.sqlite.ts';
import type * as queries from './queries.ts';
import type * as askedByArtifacts from '../artifacts/asks.ts';
import type * as asked from '../conversations/asks.ts';
import type * as askedByDeliveries from '../deliveries/asks.ts';
import { openWorkQueries } from './open-work.sqlite.ts';
import { sessionQueries } from './sessions.sqlite.ts';

/** Word for word as in the partial indexes: SQLite does not see through another wording. */
const UNFINISHED = sql`${instructions.status} not in ('succeeded', 'failed')`;

/**
 * Condition with a `+`, so that SQLite does not use the index over all open questions: there are more of those than of
 * one action's.
 */
const OPEN = sql`+${approvals.decision} = 'open' and ${approvals.subjectKind} = 'instruction'`;

export const actionsQueries: QueryImplementations<
  typeof queries &
    typeof askedByArtifacts &
    Pick<typeof asked, 'drained' | 'drainedConversation' | 'runningOf'> &
    Pick<typeof askedByDeliveries, 'jobProgress' | 'openWork'>
> = {
  ...openWorkQueries,
  ...sessionQueries,
  ...actionLists,
  resultOf(db, { instructionId, conversationKey }) {
    const action = rowOf(db, instructionById, instructionId);
    if (action?.conversationKey !== conversationKey) return null;
    return action.resultText ?? action.errorText;
  },
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
  rulesFor(db, { instructionId }) {
    const action = rowOf(db, instructionById, instructionId);
    return action === null ? [] : rulesHoldingIn(db, action.conversationKey);
  },
  reply: (db, { anchorId }) => replyOf(db, anchorId),
  replyWith: (db, { instructionId }) =>
    replyOf(db, rowOf(db, instructionById, instructionId)?.anchorId),
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
  foreignAction: (db, { instructionId, names }) => foreignActionOf(db, instructionId, names),
};

function replyOf(db: Db, anchorId: string | undefined): ActingReply | null {
  const anchor = anchorId === undefined ? null : rowOf(db, anchorById, anchorId);
  const conversation = anchor && rowOf(db, conversationByKey, anchor.conversationKey);
  if (anchor === null || conversation === null) return null;
  const acting = rowsOf(db, instructionsOfReply, anchor.anchorId);
  return {
    anchor,
    conversation,
    instructions: acting.toSorted((a, b) => a.position - b.position),
    approvals: acting
      .flatMap(({ instructionId }) => rowsOf(db, approvalsAbout, instructionId))
      // A yes to something else about an action is no yes to the action.
      .filter(({ subjectKind }) => subjectKind === 'instruction')
      .toSorted((a, b) => a.createdAt - b.createdAt),
  };
}
