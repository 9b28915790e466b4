import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { serviceQueries } from './queries.sqlite.ts';

import type * as queries from './queries.ts';

export const serviceSqlite = sqliteImplementation<typeof queries, unknown>({
  queries: serviceQueries,
});
