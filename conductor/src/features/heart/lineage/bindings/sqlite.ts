import { kept, sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { bindingsQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

export const bindingsSqlite = sqliteImplementation<typeof queries, unknown>({
  schema,
  tables: [
    kept(rows.MODEL_BINDINGS, {
      table: schema.modelBindings,
      key: schema.modelBindings.bindingId,
      name: 'bindingId',
    }),
  ],
  queries: bindingsQueries,
});
