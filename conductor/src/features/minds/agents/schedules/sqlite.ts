import { kept, sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { schedulesQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

/** SQLite implementation of the feature. */
export const schedulesSqlite = sqliteImplementation<typeof queries, unknown>({
  schema,
  tables: [
    kept(rows.SCHEDULES, {
      table: schema.schedules,
      key: schema.schedules.scheduleId,
      name: 'scheduleId',
    }),
  ],
  queries: schedulesQueries,
});
