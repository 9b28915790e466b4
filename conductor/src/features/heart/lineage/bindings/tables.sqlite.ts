import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import { spaceId, strings, version } from '../../../../stores/sqlite/columns.ts';
import { rowList } from '../../../../stores/sqlite/row-list.ts';
import { belongsTo, conversations } from '../../conversations/tables.sqlite.ts';
import type { AskedOfChat } from './rows.ts';

export const modelBindings = sqliteTable(
  'model_bindings',
  {
    bindingId: text('binding_id').primaryKey(),
    conversationKey: belongsTo(),
    sessionKey: text('session_key')
      .$type<ConversationKey>()
      .notNull()
      .references(() => conversations.conversationKey, {
        onUpdate: 'cascade',
        onDelete: 'cascade',
      }),
    state: text('state', { enum: ['bound', 'released'] }).notNull(),
    modelRef: text('model_ref').notNull(),
    sentThrough: text('sent_through'),
    system: strings('system_json'),
    asked: text('asked_json', { mode: 'json' }).$type<AskedOfChat>(),
    tokens: integer('tokens').notNull(),
    turns: integer('turns').notNull(),
    rolledFrom: text('rolled_from'),
    openedAt: integer('opened_at').notNull(),
    releasedAt: integer('released_at'),
    spaceId,
    version,
  },
  (t) => [
    uniqueIndex('model_bindings_of_chat')
      .on(t.conversationKey)
      .where(sql`${t.state} = 'bound'`),
    uniqueIndex('model_bindings_of_session')
      .on(t.sessionKey)
      .where(sql`${t.state} = 'bound'`),
    index('model_bindings_by_chat').on(t.conversationKey),
    check('model_bindings_state', sql`${t.state} in ('bound', 'released')`),
  ],
);

/** The chat that serves a session. */
export const bindingOfSession = rowList(modelBindings, modelBindings.sessionKey, {
  sql: sql`${modelBindings.state} = 'bound'`,
  holds: ({ state }) => state === 'bound',
});

/** The sessions that a chat serves, or served. */
export const bindingsOfChat = rowList(modelBindings, modelBindings.conversationKey);
