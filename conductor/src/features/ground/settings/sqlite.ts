import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { settingsQueries } from './queries.sqlite.ts';
import type { SettingsQueries } from './queries.ts';
import type { SettingsTables } from './rows.ts';

export const settingsSqlite = sqliteImplementation<SettingsTables, SettingsQueries, unknown>({
  schema,
  tables: {
    settings: { table: schema.settings, key: schema.settings.name, name: 'name' },
  },
  queries: settingsQueries,
});
