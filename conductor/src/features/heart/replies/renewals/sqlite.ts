import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { renewalsQueries } from './queries.sqlite.ts';
import type { RenewalsQueries } from './queries.ts';

export const renewalsSqlite = sqliteImplementation<unknown, RenewalsQueries, unknown>({
  queries: renewalsQueries,
});
