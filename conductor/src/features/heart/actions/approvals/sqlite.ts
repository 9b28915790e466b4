import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { approvalsQueries } from './queries.sqlite.ts';
import type { ApprovalsQueries } from './queries.ts';

/** What the feature has in SQLite. */
export const approvalsSqlite = sqliteImplementation<unknown, ApprovalsQueries, unknown>({
  queries: approvalsQueries,
});
