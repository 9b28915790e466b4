import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { clients } from '../../../stores/sqlite/tables.ts';
import { browsersQueries } from './queries.sqlite.ts';
import type { BrowsersQueries } from './queries.ts';
import type { BrowsersTables } from './rows.ts';

export const browsersSqlite = sqliteImplementation<BrowsersTables, BrowsersQueries, unknown>({
  tables: {
    clients: { table: clients, key: clients.clientId, name: 'clientId' },
  },
  queries: browsersQueries,
});
