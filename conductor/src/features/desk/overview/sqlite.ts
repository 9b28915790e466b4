import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { overviewQueries } from './queries.sqlite.ts';

import type * as queries from './queries.ts';

export const overviewSqlite = sqliteImplementation<typeof queries, unknown>({
  queries: overviewQueries,
});
