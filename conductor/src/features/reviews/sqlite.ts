import { sqliteParts } from '../../stores/sqlite/parts.ts';
import { reviewsQueries } from './queries.sqlite.ts';
import type { ReviewsQueries } from './queries.ts';

/** What the feature has in SQLite. */
export const reviewsSqlite = sqliteParts<unknown, ReviewsQueries, unknown>({
  queries: reviewsQueries,
});
