import { eq, sql } from 'drizzle-orm';

import type { Db } from '../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import * as schema from '../../stores/sqlite/schema.ts';
import { searchIndexOf } from '../../stores/sqlite/search-index.ts';
import type { ConversationsChanges } from './changes.ts';

export function mergeConversation(
  db: Db,
  { from, into, at }: ConversationsChanges['merge_conversation'],
): void {
  const {
    conversationAliases,
    conversations,
    messageAnchors,
    deliveryJobs,
    instructions,
    approvals,
    userTurns,
    artifacts,
    policyRules,
    renewals,
    searchable,
  } = schema;
  forgetTwins(db, from, into);
  // An anchor both have is kept once: the instructions of the other copy follow it, after its own.
  db.run(sql`
    update instructions set
      anchor_id = twin.into_id,
      position = position + 1 + (select coalesce(max(position), -1) from instructions as kept where kept.anchor_id = twin.into_id)
    from (select f.anchor_id as from_id, i.anchor_id as into_id from message_anchors f
      join message_anchors i on i.assistant_message_id = f.assistant_message_id and i.conversation_key = ${into}
      where f.conversation_key = ${from}) as twin
    where instructions.anchor_id = twin.from_id`);
  db.run(sql`
    delete from message_anchors where conversation_key = ${from}
      and assistant_message_id in (select assistant_message_id from message_anchors where conversation_key = ${into})`);
  db.run(sql`
    delete from user_turns where conversation_key = ${from}
      and user_message_id in (select user_message_id from user_turns where conversation_key = ${into})`);
  db.run(sql`
    insert or ignore into conversation_labels (conversation_key, label)
      select ${into}, label from conversation_labels where conversation_key = ${from}`);
  db.run(sql`
    insert or ignore into foreign_actions (conversation_key, fingerprint, source, source_id, at)
      select ${into}, fingerprint, source, source_id, at from foreign_actions where conversation_key = ${from}`);
  db.run(sql`
    insert or ignore into client_conversations (conversation_key, client_id)
      select ${into}, client_id from client_conversations where conversation_key = ${from}`);
  db.run(sql`
    delete from renewals where conversation_key = ${from}
      and exists (select 1 from renewals as kept where kept.conversation_key = ${into})`);
  for (const table of [
    userTurns,
    artifacts,
    policyRules,
    renewals,
    searchable,
    messageAnchors,
    deliveryJobs,
    instructions,
    approvals,
    conversationAliases,
  ]) {
    db.update(table).set({ conversationKey: into }).where(eq(table.conversationKey, from)).run();
  }
  searchIndexOf(db.$client).adopt(into);
  db.delete(conversations).where(eq(conversations.conversationKey, from)).run();
  db.insert(conversationAliases)
    .values({ aliasKey: from, conversationKey: into, createdAt: at, version: 1 })
    .run();
}

/** Rows that hang on the conversation go with it. */
export function deleteConversation(
  db: Db,
  { conversationKey }: ConversationsChanges['delete_conversation'],
): void {
  const { conversations, events, conversationAliases } = schema;
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
  { conversationKey, labels }: ConversationsChanges['set_labels'],
): void {
  const { conversationLabels } = schema;
  db.delete(conversationLabels)
    .where(eq(conversationLabels.conversationKey, conversationKey))
    .run();
  const rows = [...new Set(labels)].map((label) => ({ conversationKey, label }));
  if (rows.length > 0) db.insert(conversationLabels).values(rows).run();
}

const tie = preparedQuery((db) =>
  db
    .insert(schema.clientConversations)
    .values({
      conversationKey: sql.placeholder('conversationKey'),
      clientId: sql.placeholder('clientId'),
    })
    .onConflictDoNothing()
    .prepare(),
);

export function noteTie(
  db: Db,
  { conversationKey, clientId }: ConversationsChanges['note_tie'],
): void {
  tie(db).run({ conversationKey, clientId });
}

/** What a merge keeps once is found once. */
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
