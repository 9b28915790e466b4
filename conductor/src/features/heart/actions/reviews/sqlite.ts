import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { reviewsQueries } from './queries.sqlite.ts';
import type { ReviewsQueries } from './queries.ts';

/** What the feature has in SQLite. */
export const reviewsSqlite = sqliteImplementation<unknown, ReviewsQueries, unknown>({
  queries: reviewsQueries,
});
