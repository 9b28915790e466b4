import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { approvalsQueries } from './queries.sqlite.ts';
import type { ApprovalsQueries } from './queries.ts';

export const approvalsSqlite = sqliteImplementation<unknown, ApprovalsQueries, unknown>({
  queries: approvalsQueries,
});
