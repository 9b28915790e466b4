import { kept, sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { clients } from '../../../stores/sqlite/tables.ts';
import { browsersQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import type * as queries from './queries.ts';

export const browsersSqlite = sqliteImplementation<typeof queries, unknown>({
  tables: [kept(rows.CLIENTS, { table: clients, key: clients.clientId, name: 'clientId' })],
  queries: browsersQueries,
});
