import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

import { spaceId, strings, version } from '../../../../stores/sqlite/columns.ts';
import { belongsTo } from '../../../heart/conversations/tables.sqlite.ts';

export const memories = sqliteTable('memories', {
  conversationKey: belongsTo().primaryKey(),
  nextNumber: integer('next_number').notNull(),
  recentChanges: strings('recent_changes_json'),
  updatedAt: integer('updated_at').notNull(),
  spaceId,
  version,
});

export const memoryItems = sqliteTable(
  'memory_items',
  {
    itemKey: text('item_key').primaryKey(),
    itemId: text('item_id').notNull(),
    conversationKey: belongsTo(),
    kind: text('kind', {
      enum: ['goals', 'decisions', 'todos', 'facts', 'open_questions'],
    }).notNull(),
    text: text('text').notNull(),
    note: text('note'),
    status: text('status', { enum: ['active', 'done', 'superseded', 'removed'] }).notNull(),
    supersededBy: text('superseded_by'),
    changedBy: text('changed_by', { enum: ['agent', 'person'] }).notNull(),
    why: text('why'),
    changedIn: integer('changed_in').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    spaceId,
    version,
  },
  (t) => [
    uniqueIndex('memory_items_once').on(t.conversationKey, t.itemId),
    index('memory_items_shown')
      .on(t.conversationKey)
      .where(sql`${t.status} in ('active', 'done')`),
    check('memory_items_status', sql`${t.status} in ('active', 'done', 'superseded', 'removed')`),
    check(
      'memory_items_kind',
      sql`${t.kind} in ('goals', 'decisions', 'todos', 'facts', 'open_questions')`,
    ),
  ],
);
