import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { renewalsQueries } from './queries.sqlite.ts';
import type { RenewalsQueries } from './queries.ts';

/** What the feature has in SQLite. */
export const renewalsSqlite = sqliteImplementation<unknown, RenewalsQueries, unknown>({
  queries: renewalsQueries,
});
