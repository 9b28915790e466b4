import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { overviewQueries } from './queries.sqlite.ts';
import type { OverviewQueries } from './queries.ts';

/** What the feature has in SQLite. */
export const overviewSqlite = sqliteImplementation<unknown, OverviewQueries, unknown>({
  queries: overviewQueries,
});
