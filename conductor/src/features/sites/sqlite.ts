import { sqliteParts } from '../../stores/sqlite/parts.ts';
import { sitesQueries } from './queries.sqlite.ts';
import type { SitesQueries } from './queries.ts';

/** What the feature has in SQLite. */
export const sitesSqlite = sqliteParts<unknown, SitesQueries, unknown>({ queries: sitesQueries });
