import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { sitesQueries } from './queries.sqlite.ts';
import type { SitesQueries } from './queries.ts';

export const sitesSqlite = sqliteImplementation<unknown, SitesQueries, unknown>({
  queries: sitesQueries,
});
