import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { reviewsQueries } from './queries.sqlite.ts';
import type { ReviewsQueries } from './queries.ts';

export const reviewsSqlite = sqliteImplementation<unknown, ReviewsQueries, unknown>({
  queries: reviewsQueries,
});
