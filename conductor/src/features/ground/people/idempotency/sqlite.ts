import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { idempotencyQueries } from './queries.sqlite.ts';

import type { IdempotencyTables } from './rows.ts';
import type * as queries from './queries.ts';

export const idempotencySqlite = sqliteImplementation<IdempotencyTables, typeof queries, unknown>({
  schema,
  tables: {
    idempotencyKeys: {
      table: schema.idempotencyKeys,
      key: schema.idempotencyKeys.key,
      name: 'key',
    },
  },
  queries: idempotencyQueries,
});
