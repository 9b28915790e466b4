import { and, eq, getTableColumns, gte, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';

import type { Db } from '../../../../stores/sqlite/open-database.ts';
import { pagedQuery } from '../../../../stores/sqlite/page.ts';
import { preparedQuery } from '../../../../stores/sqlite/prepared-query.ts';
import { rowOf, rowsOf } from '../../../../stores/sqlite/row-list.ts';
import type { QueryImplementations } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { canonicalKeys, pageWithin } from '../../conversations/feature.ts';
import { conversations } from '../../conversations/tables.sqlite.ts';

import { bindingOfSession, bindingsOfChat, modelBindings } from './tables.sqlite.ts';
import type * as queries from './queries.ts';

const chats = alias(conversations, 'chats');
const sessions = alias(conversations, 'sessions');

/** Condition, word for word as in the indexes. */
const BOUND = sql`${modelBindings.state} = 'bound'`;

const shown = (db: Db, where: SQL | undefined) =>
  db
    .select({
      binding: getTableColumns(modelBindings),
      platform: chats.platform,
      localConversationId: chats.localConversationId,
      sessionId: sessions.localConversationId,
      agentId: sql<string>`coalesce(${sessions.agentId}, '')`,
      sessionTitle: sql<string | null>`coalesce(${sessions.customTitle}, ${sessions.title})`,
    })
    .from(modelBindings)
    .innerJoin(chats, eq(chats.conversationKey, modelBindings.conversationKey))
    .innerJoin(sessions, eq(sessions.conversationKey, modelBindings.sessionKey))
    .where(where);

const ofChat = preparedQuery((db) =>
  shown(db, and(BOUND, eq(modelBindings.conversationKey, sql.placeholder('key')))).prepare(),
);

const byId = preparedQuery((db) =>
  shown(db, eq(modelBindings.bindingId, sql.placeholder('bindingId'))).prepare(),
);

const inForce = pagedQuery({
  key: [modelBindings.openedAt, modelBindings.bindingId],
  filters: {
    conversationKey: or(
      eq(modelBindings.conversationKey, sql.placeholder('conversationKey')),
      eq(modelBindings.sessionKey, sql.placeholder('conversationKey')),
    ) as SQL,
  },
  build: (db, { where, orderBy, limit }) =>
    shown(db, and(BOUND, where))
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf: ({ binding: { openedAt, bindingId } }) => [openedAt, bindingId],
});

const rolledSince = preparedQuery((db) =>
  db
    .select({ chats: sql<number>`count(*)` })
    .from(modelBindings)
    .where(
      and(
        eq(modelBindings.sessionKey, sql.placeholder('sessionKey')),
        isNotNull(modelBindings.rolledFrom),
        gte(modelBindings.openedAt, sql.placeholder('since')),
      ),
    )
    .prepare(),
);

export const bindingsQueries: QueryImplementations<typeof queries> = {
  bindingOfSession: (db, { sessionKey }) => rowOf(db, bindingOfSession, sessionKey),
  chatsRolledSince: (db, asked) => rolledSince(db).get(asked)?.chats ?? 0,
  bindingOfChat(db, { refs }) {
    for (const key of canonicalKeys(db, refs)) {
      const bound = rowsOf(db, bindingsOfChat, key).some(({ state }) => state === 'bound');
      if (bound) return ofChat(db).get({ key }) ?? null;
    }
    return null;
  },
  shownBinding: (db, asked) => byId(db).get(asked) ?? null,
  shownBindings: (db, { conversation, page }) =>
    pageWithin(db, conversation, (conversationKey) => inForce(db, { conversationKey }, page)),
};
