import { sqliteParts } from '../../stores/sqlite/parts.ts';
import { renewalsQueries } from './queries.sqlite.ts';
import type { RenewalsQueries } from './queries.ts';

/** What the feature has in SQLite. */
export const renewalsSqlite = sqliteParts<unknown, RenewalsQueries, unknown>({
  queries: renewalsQueries,
});
