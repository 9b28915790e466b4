import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { policyQueries } from './queries.sqlite.ts';

import type { PolicyTables } from './rows.ts';
import type * as queries from './queries.ts';

export const policySqlite = sqliteImplementation<PolicyTables, typeof queries, unknown>({
  schema,
  tables: {
    policyRules: { table: schema.policyRules, key: schema.policyRules.ruleId, name: 'ruleId' },
  },
  queries: policyQueries,
});
