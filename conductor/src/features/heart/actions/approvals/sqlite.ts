import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { approvalsQueries } from './queries.sqlite.ts';

import type * as queries from './queries.ts';

export const approvalsSqlite = sqliteImplementation<typeof queries, unknown>({
  queries: approvalsQueries,
});
