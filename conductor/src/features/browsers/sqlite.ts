import { sqliteParts } from '../../stores/sqlite/parts.ts';
import * as schema from '../../stores/sqlite/schema.ts';
import { browsersQueries } from './queries.sqlite.ts';
import type { BrowsersQueries } from './queries.ts';
import type { BrowsersTables } from './rows.ts';

/** What the feature has in SQLite. */
export const browsersSqlite = sqliteParts<BrowsersTables, BrowsersQueries, unknown>({
  tables: {
    clients: { table: schema.clients, key: schema.clients.clientId, name: 'clientId' },
  },
  queries: browsersQueries,
});
