import { eq, sql } from 'drizzle-orm';

import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { events } from '../../../stores/sqlite/tables.ts';
import {
  clientConversations,
  conversationAliases,
  conversationLabels,
  conversations,
} from './tables.sqlite.ts';
import { searchIndexOf } from '../../../stores/sqlite/search-index.ts';
import type * as changes from './changes.ts';
import type { Duties } from '../../../stores/sqlite/sqlite-implementation.ts';
import type { GivenTo } from '../../../engine/handle.ts';

export function mergeConversation(
  db: Db,
  { from, into, at }: GivenTo<typeof changes.mergeConversation>,
  { merging }: Duties,
): void {
  forgetTwins(db, from, into);
  for (const prepare of merging) prepare(db, { from, into });
  // What both have stays behind, and goes with the conversation.
  for (const move of hanging(db)) move.run(into, from);
  moveWorkers(db, { from, into });
  searchIndexOf(db.$client).adopt(into);
  db.delete(conversations).where(eq(conversations.conversationKey, from)).run();
  db.insert(conversationAliases)
    .values({ aliasKey: from, conversationKey: into, createdAt: at, version: 1 })
    .run();
}

export function moveWorkers(db: Db, { from, into }: GivenTo<typeof changes.moveWorkers>): void {
  db.update(conversations).set({ parentKey: into }).where(eq(conversations.parentKey, from)).run();
}

/** Moves what hangs on one conversation to another, a statement for each table: whichever refer to conversations. */
const hanging = preparedQuery(({ $client }) =>
  $client
    .prepare<[], { table: string; column: string }>(
      `select tables.name as "table", ref."from" as "column"
       from sqlite_master as tables, pragma_foreign_key_list(tables.name) as ref
       where tables.type = 'table' and ref."table" = 'conversations'`,
    )
    .all()
    .map(({ table, column }) =>
      $client.prepare<[ConversationKey, ConversationKey]>(
        `update or ignore "${table}" set "${column}" = ? where "${column}" = ?`,
      ),
    ),
);

/** Rows that hang on the conversation go with it. */
export function deleteConversation(
  db: Db,
  { conversationKey }: GivenTo<typeof changes.deleteConversation>,
): void {
  searchIndexOf(db.$client).forgetConversation(conversationKey);
  const keys = db
    .select({ key: conversationAliases.aliasKey })
    .from(conversationAliases)
    .where(eq(conversationAliases.conversationKey, conversationKey))
    .all();
  for (const key of [conversationKey, ...keys.map((row) => row.key)]) {
    db.delete(events).where(eq(events.conversationKey, key)).run();
  }
  db.delete(conversations).where(eq(conversations.conversationKey, conversationKey)).run();
}

export function setLabels(
  db: Db,
  { conversationKey, labels }: GivenTo<typeof changes.setLabels>,
): void {
  db.delete(conversationLabels)
    .where(eq(conversationLabels.conversationKey, conversationKey))
    .run();
  const rows = [...new Set(labels)].map((label) => ({ conversationKey, label }));
  if (rows.length > 0) db.insert(conversationLabels).values(rows).run();
}

const tie = preparedQuery((db) =>
  db
    .insert(clientConversations)
    .values({
      conversationKey: sql.placeholder('conversationKey'),
      clientId: sql.placeholder('clientId'),
    })
    .onConflictDoNothing()
    .prepare(),
);

export function noteTie(
  db: Db,
  { conversationKey, clientId }: GivenTo<typeof changes.noteTie>,
): void {
  tie(db).run({ conversationKey, clientId });
}

/**
 * Removes from the search index what a merge keeps only once: messages of both conversations, and the title of `from`.
 */
function forgetTwins(db: Db, from: string, into: string): void {
  const index = searchIndexOf(db.$client);
  const twins = db.$client.prepare<
    [string, string, string, string],
    { kind: 'assistant' | 'user'; id: string }
  >(
    `select 'assistant' as kind, f.anchor_id as id from message_anchors f
       join message_anchors i on i.assistant_message_id = f.assistant_message_id
       where f.conversation_key = ? and i.conversation_key = ?
     union all
     select 'user', f.turn_id from user_turns f
       join user_turns i on i.user_message_id = f.user_message_id
       where f.conversation_key = ? and i.conversation_key = ?`,
  );
  for (const { kind, id } of twins.all(from, into, from, into)) index.forget(kind, id);
  const local = db.$client
    .prepare<[string], { id: string }>(
      'select local_conversation_id as id from conversations where conversation_key = ?',
    )
    .get(from);
  if (local !== undefined) index.forget('title', local.id);
}
