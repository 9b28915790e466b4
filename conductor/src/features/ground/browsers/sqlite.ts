import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { clients } from '../../../stores/sqlite/tables.ts';
import { browsersQueries } from './queries.sqlite.ts';

import type { BrowsersTables } from './rows.ts';
import type * as queries from './queries.ts';

export const browsersSqlite = sqliteImplementation<BrowsersTables, typeof queries, unknown>({
  tables: {
    clients: { table: clients, key: clients.clientId, name: 'clientId' },
  },
  queries: browsersQueries,
});
