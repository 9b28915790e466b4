import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { bindingsQueries } from './queries.sqlite.ts';
import type { BindingsQueries } from './queries.ts';
import type { BindingsTables } from './rows.ts';
import * as schema from './tables.sqlite.ts';

export const bindingsSqlite = sqliteImplementation<BindingsTables, BindingsQueries, unknown>({
  schema,
  tables: {
    modelBindings: {
      table: schema.modelBindings,
      key: schema.modelBindings.bindingId,
      name: 'bindingId',
    },
  },
  queries: bindingsQueries,
});
