import { kept, sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { idempotencyQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import type * as queries from './queries.ts';

export const idempotencySqlite = sqliteImplementation<typeof queries, unknown>({
  schema,
  tables: [
    kept(rows.IDEMPOTENCY_KEYS, {
      table: schema.idempotencyKeys,
      key: schema.idempotencyKeys.key,
      name: 'key',
    }),
  ],
  queries: idempotencyQueries,
});
