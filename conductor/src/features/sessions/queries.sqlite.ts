import { desc, eq, getTableColumns, lt, sql } from 'drizzle-orm';

import type { QueryImplementations } from '../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import { conversations } from '../conversations/tables.sqlite.ts';
import type { SessionsQueries } from './queries.ts';
import type { Taint } from './rows.ts';
import { chatSessions } from './tables.sqlite.ts';

const byId = preparedQuery((db) =>
  db
    .select()
    .from(chatSessions)
    .where(eq(chatSessions.chatSessionId, sql.placeholder('chatSessionId')))
    .prepare(),
);

const ofConversation = preparedQuery((db) =>
  db
    .select({
      chatSessionId: conversations.localConversationId,
      session: getTableColumns(chatSessions),
    })
    .from(conversations)
    .leftJoin(chatSessions, eq(chatSessions.chatSessionId, conversations.localConversationId))
    .where(eq(conversations.conversationKey, sql.placeholder('conversationKey')))
    .prepare(),
);

/** Raw: the actions come after the sessions. Most conversations have no session, and cost one look into an index. */
const taints = preparedQuery(({ $client }) =>
  $client.prepare<[string], { taint: string }>(
    `select s.taint_json as taint from instructions i
       join chat_sessions s on s.conversation_key = i.conversation_key
     where i.instruction_id = ? and s.taint_json is not null`,
  ),
);

export const sessionsQueries: QueryImplementations<SessionsQueries> = {
  chatSession: (db, asked) => byId(db).get(asked) ?? null,
  sessionOfConversation: (db, asked) => ofConversation(db).get(asked) ?? null,
  chatSessions: (db) =>
    db.select().from(chatSessions).orderBy(desc(chatSessions.lastUsedAt)).limit(500).all(),
  lonelySessions: (db, { before }) =>
    db.select().from(chatSessions).where(lt(chatSessions.clientSeenAt, before)).limit(100).all(),
  taintFor: (db, { instructionId }) =>
    taints(db)
      .all(instructionId)
      .map(({ taint }) => JSON.parse(taint) as Taint | null)
      .filter((taint) => taint !== null)
      .toSorted((a, b) => a.since - b.since)[0] ?? null,
};
