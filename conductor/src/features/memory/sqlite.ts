import { sqliteImplementation } from '../../stores/sqlite/sqlite-implementation.ts';
import { memoryQueries } from './queries.sqlite.ts';
import type { MemoryQueries } from './queries.ts';
import type { MemoryTables } from './rows.ts';
import * as schema from './tables.sqlite.ts';

/** What the feature has in SQLite. */
export const memorySqlite = sqliteImplementation<MemoryTables, MemoryQueries, unknown>({
  schema,
  tables: {
    memories: {
      table: schema.memories,
      key: schema.memories.conversationKey,
      name: 'conversationKey',
    },
    memoryItems: { table: schema.memoryItems, key: schema.memoryItems.itemKey, name: 'itemKey' },
  },
  queries: memoryQueries,
});
