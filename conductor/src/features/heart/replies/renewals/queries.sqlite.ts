import { and, asc, eq, getTableColumns, isNotNull, lte, not, sql } from 'drizzle-orm';

import { inJson } from '../../../../stores/sqlite/in-json.ts';
import { preparedQuery } from '../../../../stores/sqlite/prepared-query.ts';
import type { QueryImplementations } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { conversations, messageAnchors, renewals } from '../../conversations/tables.sqlite.ts';
import { isBusy } from '../../actions/feature.ts';

import type * as queries from './queries.ts';

const isDue = and(isNotNull(renewals.dueAt), lte(renewals.dueAt, sql.placeholder('now')));

const dueRenewals = preparedQuery((db) =>
  db
    .select({ key: renewals.conversationKey })
    .from(renewals)
    .where(and(isDue, not(inJson(renewals.conversationKey, sql.placeholder('except')))))
    .orderBy(asc(renewals.dueAt))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const dueRenewal = preparedQuery((db) =>
  db
    .select({
      renewal: getTableColumns(renewals),
      conversation: getTableColumns(conversations),
      anchorId: sql<string | null>`(select anchor.anchor_id from ${messageAnchors} as anchor
          where anchor.conversation_key = ${conversations.conversationKey}
            and anchor.assistant_message_id = ${conversations.latestAssistantMessageId})`,
      isBusy: sql<number>`${isBusy}`.mapWith(Boolean),
    })
    .from(renewals)
    .innerJoin(conversations, eq(conversations.conversationKey, renewals.conversationKey))
    .where(and(eq(renewals.conversationKey, sql.placeholder('key')), isDue))
    .prepare(),
);

export const renewalsQueries: QueryImplementations<typeof queries> = {
  activeRenewals: (db) => db.select().from(renewals).where(eq(renewals.status, 'active')).all(),
  dueRenewals: (db, { now, except, limit }) =>
    dueRenewals(db)
      .all({ now, except: JSON.stringify(except), limit })
      .map(({ key }) => key),
  dueRenewal: (db, { conversationKey: key, now }) => dueRenewal(db).get({ key, now }) ?? null,
};
