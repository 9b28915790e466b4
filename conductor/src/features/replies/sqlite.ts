import { sqliteParts } from '../../stores/sqlite/parts.ts';
import { repliesQueries } from './queries.sqlite.ts';
import type { RepliesQueries } from './queries.ts';

/** What the feature has in SQLite. */
export const repliesSqlite = sqliteParts<unknown, RepliesQueries, unknown>({
  queries: repliesQueries,
});
