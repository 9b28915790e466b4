import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { serviceQueries } from './queries.sqlite.ts';
import type { ServiceQueries } from './queries.ts';

export const serviceSqlite = sqliteImplementation<unknown, ServiceQueries, unknown>({
  queries: serviceQueries,
});
