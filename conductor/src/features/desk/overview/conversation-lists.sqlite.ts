import { asc, eq, getTableColumns, sql } from 'drizzle-orm';

import { pagedQuery } from '../../../stores/sqlite/page.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import type * as asked from '../../heart/conversations/asks.ts';
import { conversationKeyNamed, pageUrl, shownTitle } from '../../heart/conversations/feature.ts';
import {
  conversationAliases,
  conversationLabels,
  conversations,
  renewals,
} from '../../heart/conversations/tables.sqlite.ts';

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

/** Queries for conversations as people see them, with what is open in each. */
export const conversationLists: Pick<
  QueryImplementations<typeof asked>,
  'listedConversations' | 'wholeConversation'
> = {
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
};
