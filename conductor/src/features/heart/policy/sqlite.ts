import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { policyQueries } from './queries.sqlite.ts';
import type { PolicyQueries } from './queries.ts';
import type { PolicyTables } from './rows.ts';

export const policySqlite = sqliteImplementation<PolicyTables, PolicyQueries, unknown>({
  schema,
  tables: {
    policyRules: { table: schema.policyRules, key: schema.policyRules.ruleId, name: 'ruleId' },
  },
  queries: policyQueries,
});
