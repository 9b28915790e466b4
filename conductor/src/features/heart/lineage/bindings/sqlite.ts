import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { bindingsQueries } from './queries.sqlite.ts';

import type { BindingsTables } from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

export const bindingsSqlite = sqliteImplementation<BindingsTables, typeof queries, unknown>({
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
