import { eq, sql } from 'drizzle-orm';

import { preparedQuery } from '../../../../stores/sqlite/prepared-query.ts';
import type { QueryImplementations } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { idempotencyKeys } from './tables.sqlite.ts';

import type * as queries from './queries.ts';

const idempotencyKeyOf = preparedQuery((db) =>
  db
    .select()
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, sql.placeholder('key')))
    .prepare(),
);

export const idempotencyQueries: QueryImplementations<typeof queries> = {
  idempotencyKey: (db, { key }) => idempotencyKeyOf(db).get({ key }) ?? null,
};
