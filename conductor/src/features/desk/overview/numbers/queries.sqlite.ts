import type { QueryImplementations } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { statementOf } from '../../../../stores/sqlite/statements.ts';
import { preparedQuery } from '../../../../stores/sqlite/prepared-query.ts';

import type * as queries from './queries.ts';

const openDeliveries = preparedQuery(({ $client }) =>
  $client
    .prepare<[], number>(
      // SQLite would count all that ever was, by another index.
      `select count(*) from delivery_jobs indexed by delivery_jobs_open where status not in ('finalized', 'failed')`,
    )
    .pluck(),
);

export const numbersQueries: QueryImplementations<typeof queries> = {
  openDeliveryCount: (db) => openDeliveries(db).get() ?? 0,
  database: ({ $client }) => ({
    bytes:
      Number($client.pragma('page_count', { simple: true })) *
      Number($client.pragma('page_size', { simple: true })),
    schema:
      statementOf<{ n: number }>($client, 'select count(*) as n from __drizzle_migrations').get()
        ?.n ?? 0,
  }),
};
