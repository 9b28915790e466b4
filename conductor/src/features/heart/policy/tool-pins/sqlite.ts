import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { toolPinsQueries } from './queries.sqlite.ts';

import type { ToolPinsTables } from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

export const toolPinsSqlite = sqliteImplementation<ToolPinsTables, typeof queries, unknown>({
  schema,
  tables: {
    toolPins: { table: schema.toolPins, key: schema.toolPins.toolId, name: 'toolId' },
  },
  queries: toolPinsQueries,
});
