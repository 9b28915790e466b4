import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { toolPinsQueries } from './queries.sqlite.ts';
import type { ToolPinsQueries } from './queries.ts';
import type { ToolPinsTables } from './rows.ts';
import * as schema from './tables.sqlite.ts';

export const toolPinsSqlite = sqliteImplementation<ToolPinsTables, ToolPinsQueries, unknown>({
  schema,
  tables: {
    toolPins: { table: schema.toolPins, key: schema.toolPins.toolId, name: 'toolId' },
  },
  queries: toolPinsQueries,
});
