import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { recordAttemptHolder } from './changes.sqlite.ts';
import type { DeliveriesChanges } from './changes.ts';
import { deliveriesQueries } from './queries.sqlite.ts';

import type { DeliveriesTables } from './rows.ts';
import type * as queries from './queries.ts';

export const deliveriesSqlite = sqliteImplementation<
  DeliveriesTables,
  typeof queries,
  DeliveriesChanges
>({
  schema,
  tables: {
    deliveryJobs: { table: schema.deliveryJobs, key: schema.deliveryJobs.jobId, name: 'jobId' },
    accounts: { table: schema.accounts, key: schema.accounts.accountKey, name: 'accountKey' },
  },
  queries: deliveriesQueries,
  changes: { record_attempt_holder: recordAttemptHolder },
  unlisted: ['record_attempt_holder'],
});
