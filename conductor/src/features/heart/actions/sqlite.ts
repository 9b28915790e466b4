import { kept, sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { followKeptReplies } from './merge.sqlite.ts';
import { actionsQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import type * as queries from './queries.ts';

export const actionsSqlite = sqliteImplementation<typeof queries, unknown>({
  schema,
  tables: [
    kept(rows.INSTRUCTIONS, {
      table: schema.instructions,
      key: schema.instructions.instructionId,
      name: 'instructionId',
    }),
    kept(rows.APPROVALS, {
      table: schema.approvals,
      key: schema.approvals.approvalId,
      name: 'approvalId',
    }),
  ],
  queries: actionsQueries,
  merging: followKeptReplies,
});
