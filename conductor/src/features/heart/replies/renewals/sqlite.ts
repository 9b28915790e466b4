import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { renewalsQueries } from './queries.sqlite.ts';

import type * as queries from './queries.ts';

export const renewalsSqlite = sqliteImplementation<typeof queries, unknown>({
  queries: renewalsQueries,
});
