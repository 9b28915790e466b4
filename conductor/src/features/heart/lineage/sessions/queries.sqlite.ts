import { desc, lt } from 'drizzle-orm';

import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { FoundBy } from '../../../../engine/query.ts';
import type { QueryImplementations } from '../../../../stores/sqlite/sqlite-implementation.ts';
import type { Db } from '../../../../stores/sqlite/open-database.ts';
import { rowOf, rowsOf } from '../../../../stores/sqlite/row-list.ts';
import { heardBy } from '../bindings/heard-words.sqlite.ts';
import { conversationByKey } from '../../conversations/tables.sqlite.ts';

import { heardMarks, readMarks } from './read-marks.ts';
import type { ChatSession, ReadMarks } from './rows.ts';
import { chatSessions, sessionById, sessionsOf } from './tables.sqlite.ts';
import type * as queries from './queries.ts';

type OfConversation = NonNullable<FoundBy<typeof queries.sessionOfConversation>>;

export const sessionsQueries: QueryImplementations<typeof queries> = {
  chatSession: (db, { chatSessionId }) => rowOf(db, sessionById, chatSessionId),
  sessionOfConversation: (db, { conversationKey }) => sessionOf(db, conversationKey),
  chatSessions: (db) =>
    db.select().from(chatSessions).orderBy(desc(chatSessions.lastUsedAt)).limit(500).all(),
  lonelySessions: (db, { before }) =>
    db.select().from(chatSessions).where(lt(chatSessions.clientSeenAt, before)).limit(100).all(),
  marksOf: (db, { conversationKey }) => heardMarks(sessionsHeardBy(db, conversationKey)),
};

/** Returns the marks of a conversation, and of those whose words may have come to it. A null key has none. */
export function marksHeardBy(db: Db, key: ConversationKey | null): ReadMarks {
  return readMarks(sessionsHeardBy(db, key));
}

/** Returns the sessions of a conversation, and of those whose words may have come to it. */
function sessionsHeardBy(db: Db, key: ConversationKey | null): readonly ChatSession[] {
  const heard = key === null ? [] : [...heardBy(db, key)]; // guard: taint-of-bound-chats
  return heard.flatMap((one) => rowsOf(db, sessionsOf, one));
}

/** Null: there is no such conversation. */
export function sessionOf(db: Db, key: ConversationKey): OfConversation | null {
  const conversation = rowOf(db, conversationByKey, key);
  if (conversation === null) return null;
  const { localConversationId: chatSessionId } = conversation;
  return { chatSessionId, session: rowOf(db, sessionById, chatSessionId) };
}
