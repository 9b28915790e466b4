import { and, asc, desc, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';

import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { Page } from '../../../engine/page-cursor.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { pagedQuery } from '../../../stores/sqlite/page.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import {
  conversationAliases,
  conversationLabels,
  conversations,
  renewals,
} from './tables.sqlite.ts';
import { pageUrl } from './page-url.sqlite.ts';
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

/**
 * Columns with the names of their tables: in a query over one table alone, those in an expression would lack theirs.
 */
const LISTED = {
  conversation: getTableColumns(conversations),
  labels: sql<string>`(select json_group_array(label) from conversation_labels l
    where l.conversation_key = conversations.conversation_key)`.mapWith(
    (labels: string) => JSON.parse(labels) as readonly string[],
  ),
  openJobs: sql<number>`(select count(*) from delivery_jobs j
    where j.conversation_key = conversations.conversation_key and j.status not in ('finalized', 'failed'))`,
  openApprovals: sql<number>`(select count(*) from approvals a
    where a.conversation_key = conversations.conversation_key and a.decision = 'open')`,
};

const listed = pagedQuery({
  key: [conversations.updatedAt, conversations.localConversationId],
  filters: {
    platform: eq(conversations.platform, sql.placeholder('platform')),
    mode: eq(conversations.mode, sql.placeholder('mode')),
    label: sql`exists (select 1 from ${conversationLabels} as wanted
      where wanted.conversation_key = ${conversations.conversationKey} and wanted.label = ${sql.placeholder('label')})`,
    title: sql`instr(lower_case(coalesce(${shownTitle}, '')), ${sql.placeholder('title')}) > 0`,
  },
  build: (db, { where, orderBy, limit }) =>
    db
      .select(LISTED)
      .from(conversations)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf: ({ conversation: { updatedAt, localConversationId } }) => [updatedAt, localConversationId],
});

const byKey = preparedQuery((db) =>
  db
    .select(LISTED)
    .from(conversations)
    .where(eq(conversations.conversationKey, sql.placeholder('key')))
    .prepare(),
);

const aliasesOf = preparedQuery((db) =>
  db
    .select({ alias: conversationAliases.aliasKey })
    .from(conversationAliases)
    .where(eq(conversationAliases.conversationKey, sql.placeholder('key')))
    .orderBy(asc(conversationAliases.createdAt))
    .prepare(),
);

const renewalOf = preparedQuery((db) =>
  db
    .select()
    .from(renewals)
    .where(eq(renewals.conversationKey, sql.placeholder('key')))
    .prepare(),
);

const pageUrlOf = preparedQuery((db) =>
  db
    .select({ pageUrl })
    .from(conversations)
    .where(eq(conversations.conversationKey, sql.placeholder('key')))
    .prepare(),
);

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
  'conversationKey' | 'wholeConversation' | 'listedConversations' | 'reachableConversations'
> = {
  conversationKey: (db, { id }) => conversationKeyNamed(db, id),
  wholeConversation(db, { id }) {
    const key = conversationKeyNamed(db, id);
    const found = key === null ? undefined : byKey(db).get({ key });
    if (found === undefined) return null;
    return {
      ...found,
      aliases: aliasesOf(db)
        .all({ key })
        .map(({ alias }) => alias),
      renewal: renewalOf(db).get({ key }) ?? null,
      pageUrl: pageUrlOf(db).get({ key })?.pageUrl ?? null,
    };
  },
  listedConversations: (db, { page, title, ...filters }) =>
    listed(db, { ...filters, title: title?.toLowerCase() }, page),
  reachableConversations(db, { words, limit }) {
    const like = `%${(words ?? '').replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%`;
    return reachable(db).all({ like, limit }) as ReachableConversation[];
  },
};
