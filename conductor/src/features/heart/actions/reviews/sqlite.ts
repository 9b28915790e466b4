import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { reviewsQueries } from './queries.sqlite.ts';

import type * as queries from './queries.ts';

export const reviewsSqlite = sqliteImplementation<typeof queries, unknown>({
  queries: reviewsQueries,
});
