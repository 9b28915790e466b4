import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { repliesQueries } from './queries.sqlite.ts';
import type { RepliesQueries } from './queries.ts';

export const repliesSqlite = sqliteImplementation<unknown, RepliesQueries, unknown>({
  queries: repliesQueries,
});
