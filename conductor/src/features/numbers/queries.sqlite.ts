import { count, sql } from 'drizzle-orm';

import type { QueryParts } from '../../stores/sqlite/parts.ts';
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

export const numbersQueries: QueryParts<NumbersQueries> = {
  openDeliveryCount: (db) => openDeliveries(db).get()?.n ?? 0,
};
