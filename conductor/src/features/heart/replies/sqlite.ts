import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { repliesQueries } from './queries.sqlite.ts';

import type * as queries from './queries.ts';

export const repliesSqlite = sqliteImplementation<typeof queries, unknown>({
  queries: repliesQueries,
});
