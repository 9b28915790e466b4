import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import { spaceId, version } from '../../../../stores/sqlite/columns.ts';
import { rowList } from '../../../../stores/sqlite/row-list.ts';
import { conversations } from '../../conversations/tables.sqlite.ts';
import type { SeenData, Taint } from './rows.ts';

export const chatSessions = sqliteTable(
  'chat_sessions',
  {
    chatSessionId: text('chat_session_id').primaryKey(),
    kind: text('kind', { enum: ['conversation', 'client'] }).notNull(),
    conversationKey: text('conversation_key')
      .$type<ConversationKey>()
      .references(() => conversations.conversationKey, {
        onUpdate: 'cascade',
        onDelete: 'cascade',
      }),
    label: text('label').notNull().default(''),
    activeTabId: text('active_tab_id'),
    nextIndex: integer('next_index').notNull().default(0),
    taint: text('taint_json', { mode: 'json' }).$type<Taint | null>(),
    seen: text('seen_json', { mode: 'json' }).$type<SeenData | null>(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    clientSeenAt: integer('client_seen_at'),
    spaceId,
    version,
  },
  (t) => [
    index('chat_sessions_of').on(t.conversationKey),
    index('chat_sessions_seen')
      .on(t.clientSeenAt)
      .where(sql`${t.clientSeenAt} is not null`),
    check('chat_sessions_kind', sql`${t.kind} in ('conversation', 'client')`),
  ],
);

export const sessionById = rowList(chatSessions, chatSessions.chatSessionId);

export const sessionsOf = rowList(chatSessions, chatSessions.conversationKey);
