import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { overviewQueries } from './queries.sqlite.ts';
import type { OverviewQueries } from './queries.ts';

export const overviewSqlite = sqliteImplementation<unknown, OverviewQueries, unknown>({
  queries: overviewQueries,
});
