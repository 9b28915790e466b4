import { sqliteParts } from '../../stores/sqlite/parts.ts';
import { approvalsQueries } from './queries.sqlite.ts';
import type { ApprovalsQueries } from './queries.ts';

/** What the feature has in SQLite. */
export const approvalsSqlite = sqliteParts<unknown, ApprovalsQueries, unknown>({
  queries: approvalsQueries,
});
