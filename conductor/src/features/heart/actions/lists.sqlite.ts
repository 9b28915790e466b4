import { and, eq, getTableColumns, sql } from 'drizzle-orm';

import { pagedQuery } from '../../../stores/sqlite/page.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { conversations, messageAnchors } from '../conversations/tables.sqlite.ts';
import { instructions } from './tables.sqlite.ts';
import { pageWithin } from '../conversations/feature.ts';

import type * as queries from './queries.ts';

/** Columns of a ShownInstruction, of a query that goes over `ofItsReply`. */
export const SHOWN_INSTRUCTION = {
  instruction: getTableColumns(instructions),
  localConversationId: conversations.localConversationId,
  assistantMessageId: messageAnchors.assistantMessageId,
};

/** Joins an instruction to its reply and its conversation. */
const ofItsReply = and(
  eq(messageAnchors.anchorId, instructions.anchorId),
  eq(conversations.conversationKey, instructions.conversationKey),
);

const shownInstructions = pagedQuery({
  key: [instructions.createdAt, instructions.instructionId],
  filters: {
    conversationKey: eq(instructions.conversationKey, sql.placeholder('conversationKey')),
    status: eq(instructions.status, sql.placeholder('status')),
  },
  build: (db, { where, orderBy, limit }) =>
    db
      .select(SHOWN_INSTRUCTION)
      .from(instructions)
      .crossJoin(messageAnchors)
      .crossJoin(conversations)
      .where(and(ofItsReply, where))
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf: ({ instruction: { createdAt, instructionId } }) => [createdAt, instructionId],
});

const shownInstruction = preparedQuery((db) =>
  db
    .select(SHOWN_INSTRUCTION)
    .from(instructions)
    .crossJoin(messageAnchors)
    .crossJoin(conversations)
    .where(and(ofItsReply, eq(instructions.instructionId, sql.placeholder('instructionId'))))
    .prepare(),
);

/** Queries for the lists of actions that people see. */
export const actionLists: Pick<
  QueryImplementations<typeof queries>,
  'shownInstruction' | 'shownInstructions'
> = {
  shownInstruction: (db, asked) => shownInstruction(db).get(asked) ?? null,
  shownInstructions: (db, { conversation, status, page }) =>
    pageWithin(db, conversation, (conversationKey) =>
      shownInstructions(db, { conversationKey, status }, page),
    ),
};
