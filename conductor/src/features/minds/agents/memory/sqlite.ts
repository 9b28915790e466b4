import { kept, sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { foldWidth, memoryQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

/** SQLite implementation of the feature. */
export const memorySqlite = sqliteImplementation<typeof queries, unknown>({
  schema,
  tables: [
    kept(rows.MEMORIES, {
      table: schema.memories,
      key: schema.memories.conversationKey,
      name: 'conversationKey',
    }),
    kept(rows.MEMORY_ITEMS, {
      table: schema.memoryItems,
      key: schema.memoryItems.itemKey,
      name: 'itemKey',
      searchable: ({ conversationKey, itemKey: refId, status, text, note, createdAt: at }) => ({
        conversationKey,
        kind: 'memory',
        refId,
        // What is shown no more is found no more.
        text: status === 'active' || status === 'done' ? foldWidth(`${text} ${note ?? ''}`) : null,
        at,
      }),
    }),
  ],
  queries: memoryQueries,
});
