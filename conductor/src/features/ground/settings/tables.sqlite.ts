import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { spaceId, version } from '../../../stores/sqlite/columns.ts';

export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value_json', { mode: 'json' }).$type<unknown>().notNull(),
  updatedAt: integer('updated_at').notNull(),
  spaceId,
  version,
});
