import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { numbersQueries } from './queries.sqlite.ts';

import type * as queries from './queries.ts';

export const numbersSqlite = sqliteImplementation<typeof queries, unknown>({
  queries: numbersQueries,
});
