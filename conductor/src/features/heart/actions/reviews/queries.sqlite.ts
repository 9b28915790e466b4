import { and, desc, eq, gte, isNotNull, ne, sql } from 'drizzle-orm';

import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { QueryImplementations } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../../stores/sqlite/prepared-query.ts';
import { events } from '../../../../stores/sqlite/tables.ts';
import { approvals, instructions } from '../tables.sqlite.ts';
import { conversations } from '../../conversations/tables.sqlite.ts';
import { familyOf, type Member } from '../../policy/feature.ts';

import type * as queries from './queries.ts';

const pastActions = preparedQuery((db) => {
  const { instructionId, conversationKey, target, tool, paramsJson, risk, readOnly, createdAt } =
    instructions;
  return db
    .select({
      instruction: {
        instructionId,
        conversationKey,
        target,
        tool,
        paramsJson,
        risk,
        readOnly,
        createdAt,
      },
      localConversationId: conversations.localConversationId,
      conversationTitle: sql<
        string | null
      >`coalesce(${conversations.customTitle}, ${conversations.title})`,
      judgedJson: sql<string | null>`(select ${events.detailJson} from ${events}
        where ${events.subjectId} = ${instructionId} and json_extract(${events.detailJson}, '$.risk') is not null
        order by ${events.eventId} desc limit 1)`,
      denied: sql`exists (select 1 from ${approvals}
        where ${approvals.instructionId} = ${instructionId} and ${approvals.decision} = 'denied')`.mapWith(
        Boolean,
      ),
    })
    .from(instructions)
    .innerJoin(conversations, eq(conversations.conversationKey, instructions.conversationKey))
    .where(ne(instructions.target, ''))
    .orderBy(desc(instructions.createdAt), desc(instructions.instructionId))
    .limit(sql.placeholder('limit'))
    .prepare();
});

const succeededOn = preparedQuery((db) => {
  const { tool, paramsJson, resultText, finishedAt } = instructions;
  return db
    .select({ tool, paramsJson, resultText, finishedAt })
    .from(instructions)
    .where(
      and(
        eq(instructions.conversationKey, sql.placeholder('conversationKey')),
        eq(instructions.target, sql.placeholder('target')),
        eq(instructions.status, 'succeeded'),
      ),
    )
    .orderBy(desc(instructions.createdAt), desc(instructions.position))
    .limit(sql.placeholder('limit'))
    .prepare();
});

const toolRuns = preparedQuery((db) => {
  const { target, tool, status, startedAt, createdAt } = instructions;
  return (
    db
      .select({
        target,
        tool,
        runs: sql<number>`count(*)`,
        failed: sql<number>`sum(${status} = 'failed')`,
      })
      .from(instructions)
      // What ended without a run, as a denied one, has not begun.
      .where(and(gte(createdAt, sql.placeholder('since')), isNotNull(startedAt)))
      .groupBy(target, tool)
      .prepare()
  );
});

const judgementOf = preparedQuery((db) =>
  db
    .select({ at: events.at, detailJson: events.detailJson })
    .from(events)
    .where(
      and(
        eq(events.subjectId, sql.placeholder('instructionId')),
        isNotNull(sql`json_extract(${events.detailJson}, '$.risk')`),
      ),
    )
    .orderBy(desc(events.eventId))
    .limit(1)
    .prepare(),
);

export const reviewsQueries: QueryImplementations<typeof queries> = {
  pastActions(db, asked) {
    const families = new Map<ConversationKey, readonly Member[]>();
    return pastActions(db)
      .all(asked)
      .map((row) => {
        const key = row.instruction.conversationKey;
        const family = families.get(key) ?? familyOf(db, key);
        families.set(key, family);
        return { ...row, family };
      });
  },
  succeededOn: (db, asked) => succeededOn(db).all(asked),
  toolRuns: (db, asked) => toolRuns(db).all(asked),
  judgementOf: (db, asked) => judgementOf(db).get(asked) ?? null,
};
