import { kept, sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { policyQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import type * as queries from './queries.ts';

export const policySqlite = sqliteImplementation<typeof queries, unknown>({
  schema,
  tables: [
    kept(rows.POLICY_RULES, {
      table: schema.policyRules,
      key: schema.policyRules.ruleId,
      name: 'ruleId',
    }),
  ],
  queries: policyQueries,
});
