import { desc, eq, getTableColumns, lt, sql } from 'drizzle-orm';

import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { QueryImplementations } from '../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import { heardBy } from '../conversations/feature.ts';
import { conversations } from '../conversations/tables.sqlite.ts';
import type { SessionsQueries } from './queries.ts';
import { readMarks } from './read-marks.ts';
import type { SeenData, Taint } from './rows.ts';
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

const OF_ACTION = 'select conversation_key as key from instructions where instruction_id = ?';

/** Raw: the actions come after the sessions. */
const keyOfAction = preparedQuery(({ $client }) =>
  $client.prepare<[string], { key: ConversationKey }>(OF_ACTION),
);

/** Most conversations have no session, work for none and serve none, and cost a look into a few indexes. */
const marks = preparedQuery(({ $client }) =>
  $client.prepare<[string], { taint: string | null; seen: string | null }>(
    `select s.taint_json as taint, s.seen_json as seen from chat_sessions s
      where s.conversation_key in (${heardBy(`(${OF_ACTION})`)})`,
  ),
);

export const sessionsQueries: QueryImplementations<SessionsQueries> = {
  chatSession: (db, asked) => byId(db).get(asked) ?? null,
  sessionOfConversation: (db, asked) => ofConversation(db).get(asked) ?? null,
  chatSessions: (db) =>
    db.select().from(chatSessions).orderBy(desc(chatSessions.lastUsedAt)).limit(500).all(),
  lonelySessions: (db, { before }) =>
    db.select().from(chatSessions).where(lt(chatSessions.clientSeenAt, before)).limit(100).all(),
  sessionOfAction(db, { instructionId }) {
    const found = keyOfAction(db).get(instructionId);
    if (found === undefined) return null;
    const of = ofConversation(db).get({ conversationKey: found.key });
    return of === undefined ? null : { ...of, conversationKey: found.key };
  },
  readMarks: (db, { instructionId }) =>
    readMarks(
      marks(db)
        .all(instructionId)
        .map(({ taint, seen }) => ({ taint: parsed<Taint>(taint), seen: parsed<SeenData>(seen) })),
    ),
};

/** As the columns are written: JSON's null is none, too. */
function parsed<T>(json: string | null): T | null {
  return json === null ? null : (JSON.parse(json) as T | null);
}
