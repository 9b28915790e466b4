import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { numbersQueries } from './queries.sqlite.ts';
import type { NumbersQueries } from './queries.ts';

export const numbersSqlite = sqliteImplementation<unknown, NumbersQueries, unknown>({
  queries: numbersQueries,
});
