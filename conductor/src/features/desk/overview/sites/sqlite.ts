import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { sitesQueries } from './queries.sqlite.ts';

import type * as queries from './queries.ts';

export const sitesSqlite = sqliteImplementation<typeof queries, unknown>({
  queries: sitesQueries,
});
