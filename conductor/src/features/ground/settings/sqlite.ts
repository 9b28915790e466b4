import { kept, sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { settingsQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import type * as queries from './queries.ts';

export const settingsSqlite = sqliteImplementation<typeof queries, unknown>({
  schema,
  tables: [
    kept(rows.SETTINGS, { table: schema.settings, key: schema.settings.name, name: 'name' }),
  ],
  queries: settingsQueries,
});
