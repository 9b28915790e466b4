import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { spaceId, version } from '../../../../stores/sqlite/columns.ts';

export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    key: text('key').primaryKey(),
    sealed: text('sealed').notNull(),
    createdAt: integer('created_at').notNull(),
    spaceId,
    version,
  },
  (t) => [index('idempotency_keys_by_age').on(t.createdAt)],
);
