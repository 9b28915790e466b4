import { count, sql } from 'drizzle-orm';

import type { QueryImplementations } from '../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import { deliveryJobs } from '../deliveries/tables.sqlite.ts';
import type { NumbersQueries } from './queries.ts';

const openDeliveries = preparedQuery((db) =>
  db
    .select({ n: count() })
    .from(deliveryJobs)
    // Word for word as in the partial index.
    .where(sql`${deliveryJobs.status} not in ('finalized', 'failed')`)
    .prepare(),
);

export const numbersQueries: QueryImplementations<NumbersQueries> = {
  openDeliveryCount: (db) => openDeliveries(db).get()?.n ?? 0,
};
