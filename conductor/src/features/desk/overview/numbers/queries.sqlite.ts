import type { QueryImplementations } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../../stores/sqlite/prepared-query.ts';
import type { NumbersQueries } from './queries.ts';

const openDeliveries = preparedQuery(({ $client }) =>
  $client
    .prepare<[], number>(
      // SQLite would count all that ever was, by another index.
      `select count(*) from delivery_jobs indexed by delivery_jobs_open where status not in ('finalized', 'failed')`,
    )
    .pluck(),
);

export const numbersQueries: QueryImplementations<NumbersQueries> = {
  openDeliveryCount: (db) => openDeliveries(db).get() ?? 0,
};
