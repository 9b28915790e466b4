import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { schedulesQueries } from './queries.sqlite.ts';

import type { SchedulesTables } from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

/** SQLite implementation of the feature. */
export const schedulesSqlite = sqliteImplementation<SchedulesTables, typeof queries, unknown>({
  schema,
  tables: {
    schedules: { table: schema.schedules, key: schema.schedules.scheduleId, name: 'scheduleId' },
  },
  queries: schedulesQueries,
});
