import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { settingsQueries } from './queries.sqlite.ts';

import type { SettingsTables } from './rows.ts';
import type * as queries from './queries.ts';

export const settingsSqlite = sqliteImplementation<SettingsTables, typeof queries, unknown>({
  schema,
  tables: {
    settings: { table: schema.settings, key: schema.settings.name, name: 'name' },
  },
  queries: settingsQueries,
});
