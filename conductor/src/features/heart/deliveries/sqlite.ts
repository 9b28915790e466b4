import { kept, sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { recordAttemptHolder } from './changes.sqlite.ts';
import type * as changes from './changes.ts';
import { deliveriesQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import type * as asked from './asks.ts';
import type * as queries from './queries.ts';

export const deliveriesSqlite = sqliteImplementation<
  Omit<typeof queries, keyof typeof asked>,
  typeof changes
>({
  schema,
  tables: [
    kept(rows.DELIVERY_JOBS, {
      table: schema.deliveryJobs,
      key: schema.deliveryJobs.jobId,
      name: 'jobId',
    }),
    kept(rows.ACCOUNTS, {
      table: schema.accounts,
      key: schema.accounts.accountKey,
      name: 'accountKey',
    }),
  ],
  queries: deliveriesQueries,
  changes: { recordAttemptHolder },
  unlisted: ['recordAttemptHolder'],
});
