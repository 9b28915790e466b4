import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { recordAttemptHolder } from './changes.sqlite.ts';
import type { DeliveriesChanges } from './changes.ts';
import { deliveriesQueries } from './queries.sqlite.ts';
import type { DeliveriesQueries } from './queries.ts';
import type { DeliveriesTables } from './rows.ts';

export const deliveriesSqlite = sqliteImplementation<
  DeliveriesTables,
  DeliveriesQueries,
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
