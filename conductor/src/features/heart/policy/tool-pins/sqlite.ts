import { kept, sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { toolPinsQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

export const toolPinsSqlite = sqliteImplementation<typeof queries, unknown>({
  schema,
  tables: [
    kept(rows.TOOL_PINS, { table: schema.toolPins, key: schema.toolPins.toolId, name: 'toolId' }),
  ],
  queries: toolPinsQueries,
});
