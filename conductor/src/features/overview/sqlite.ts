import { sqliteParts } from '../../stores/sqlite/parts.ts';
import { overviewQueries } from './queries.sqlite.ts';
import type { OverviewQueries } from './queries.ts';

/** What the feature has in SQLite. */
export const overviewSqlite = sqliteParts<unknown, OverviewQueries, unknown>({
  queries: overviewQueries,
});
