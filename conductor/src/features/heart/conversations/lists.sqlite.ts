import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';

import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { Page } from '../../../engine/page-cursor.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { conversationAliases, conversations } from './tables.sqlite.ts';
import type { ReachableConversation } from './queries.ts';
import type * as queries from './queries.ts';

/** Title as people see it: their own before the page's. */
export const shownTitle = sql<
  string | null
>`coalesce(${conversations.customTitle}, ${conversations.title})`;

const keyNamed = preparedQuery((db) => {
  const id = sql.placeholder('id');
  const key = { key: conversations.conversationKey };
  return unionAll(
    db.select(key).from(conversations).where(eq(conversations.localConversationId, id)),
    db.select(key).from(conversations).where(eq(conversations.conversationKey, id)),
    db
      .select({ key: conversationAliases.conversationKey })
      .from(conversationAliases)
      .where(eq(conversationAliases.aliasKey, id)),
  )
    .limit(1)
    .prepare();
});

/** Returns the key of the conversation that `id` names: our own id, its key, or an earlier key of it. */
export function conversationKeyNamed(db: Db, id: string): ConversationKey | null {
  return keyNamed(db).get({ id })?.key ?? null;
}

/** The page of a list within a conversation, where one is named. */
export function pageWithin<Row>(
  db: Db,
  conversation: string | undefined,
  page: (conversationKey: ConversationKey | undefined) => Page<Row>,
): Page<Row> | null {
  if (conversation === undefined) return page(undefined);
  const key = conversationKeyNamed(db, conversation);
  return key === null ? null : page(key);
}

const reachable = preparedQuery((db) => {
  const like = sql.placeholder('like');
  const { localConversationId, platform, mode } = conversations;
  return db
    .select({ localConversationId, platform, title: shownTitle, mode })
    .from(conversations)
    .where(
      and(
        inArray(mode, ['auto', 'manual']),
        // A worker of an agent is that one's alone.
        isNull(conversations.parentKey),
        or(
          sql`coalesce(${shownTitle}, '') like ${like} escape '\\'`,
          sql`${localConversationId} like ${like} escape '\\'`,
        ),
      ),
    )
    .orderBy(desc(conversations.updatedAt))
    .limit(sql.placeholder('limit'))
    .prepare();
});

/** Queries for the lists of conversations that people see. */
export const conversationLists: Pick<
  QueryImplementations<typeof queries>,
  'conversationKey' | 'reachableConversations'
> = {
  conversationKey: (db, { id }) => conversationKeyNamed(db, id),
  reachableConversations(db, { words, limit }) {
    const like = `%${(words ?? '').replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%`;
    return reachable(db).all({ like, limit }) as ReachableConversation[];
  },
};
