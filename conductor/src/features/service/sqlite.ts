import { sqliteParts } from '../../stores/sqlite/parts.ts';
import { serviceQueries } from './queries.sqlite.ts';
import type { ServiceQueries } from './queries.ts';

/** What the feature has in SQLite. */
export const serviceSqlite = sqliteParts<unknown, ServiceQueries, unknown>({
  queries: serviceQueries,
});
