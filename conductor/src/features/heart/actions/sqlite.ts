import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { actionsQueries } from './queries.sqlite.ts';

import type { ActionsTables } from './rows.ts';
import type * as queries from './queries.ts';

export const actionsSqlite = sqliteImplementation<ActionsTables, typeof queries, unknown>({
  schema,
  tables: {
    instructions: {
      table: schema.instructions,
      key: schema.instructions.instructionId,
      name: 'instructionId',
    },
    approvals: { table: schema.approvals, key: schema.approvals.approvalId, name: 'approvalId' },
  },
  queries: actionsQueries,
});
