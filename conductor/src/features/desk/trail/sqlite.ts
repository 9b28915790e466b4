import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { serviceQueries } from './queries.sqlite.ts';
import type { ServiceQueries } from './queries.ts';

/** What the feature has in SQLite. */
export const serviceSqlite = sqliteImplementation<unknown, ServiceQueries, unknown>({
  queries: serviceQueries,
});
