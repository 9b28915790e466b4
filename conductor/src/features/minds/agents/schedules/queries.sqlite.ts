import { and, asc, desc, eq, getTableColumns, isNotNull, lte, not, sql } from 'drizzle-orm';

import { inJson } from '../../../../stores/sqlite/in-json.ts';
import { preparedQuery } from '../../../../stores/sqlite/prepared-query.ts';
import type { QueryImplementations } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { conversations } from '../../../heart/conversations/tables.sqlite.ts';
import { deliveryJobs } from '../../../heart/deliveries/tables.sqlite.ts';

import { schedules } from './tables.sqlite.ts';
import type * as queries from './queries.ts';

const STATE = {
  schedule: getTableColumns(schedules),
  conversation: getTableColumns(conversations),
  last: deliveryJobs.status,
};

const ofSession = eq(conversations.conversationKey, schedules.conversationKey);

const ofNewestTurn = eq(deliveryJobs.jobId, schedules.lastJobId);

const scheduleOf = preparedQuery((db) =>
  db
    .select(STATE)
    .from(schedules)
    .leftJoin(conversations, ofSession)
    .leftJoin(deliveryJobs, ofNewestTurn)
    .where(eq(schedules.scheduleId, sql.placeholder('scheduleId')))
    .prepare(),
);

const due = preparedQuery((db) =>
  db
    .select(STATE)
    .from(schedules)
    .leftJoin(conversations, ofSession)
    .leftJoin(deliveryJobs, ofNewestTurn)
    .where(
      and(
        isNotNull(schedules.nextAt),
        lte(schedules.nextAt, sql.placeholder('now')),
        not(inJson(schedules.scheduleId, sql.placeholder('except'))),
      ),
    )
    .orderBy(asc(schedules.nextAt))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

export const schedulesQueries: QueryImplementations<typeof queries> = {
  schedule: (db, asked) => scheduleOf(db).get(asked) ?? null,
  schedules: (db) =>
    db
      .select(STATE)
      .from(schedules)
      .leftJoin(conversations, ofSession)
      .leftJoin(deliveryJobs, ofNewestTurn)
      .orderBy(desc(schedules.createdAt), desc(schedules.scheduleId))
      .all(),
  dueSchedules: (db, { now, except, limit }) =>
    due(db).all({ now, except: JSON.stringify(except), limit }),
};
