import { sqliteParts } from '../../stores/sqlite/parts.ts';
import { numbersQueries } from './queries.sqlite.ts';
import type { NumbersQueries } from './queries.ts';

/** What the feature has in SQLite. */
export const numbersSqlite = sqliteParts<unknown, NumbersQueries, unknown>({
  queries: numbersQueries,
});
