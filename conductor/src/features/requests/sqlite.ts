import { sqliteImplementation } from '../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { requestsQueries } from './queries.sqlite.ts';
import type { RequestsQueries } from './queries.ts';
import type { RequestsTables } from './rows.ts';

/** What the feature has in SQLite. */
export const requestsSqlite = sqliteImplementation<RequestsTables, RequestsQueries, unknown>({
  schema,
  tables: {
    idempotencyKeys: {
      table: schema.idempotencyKeys,
      key: schema.idempotencyKeys.key,
      name: 'key',
    },
  },
  queries: requestsQueries,
});
