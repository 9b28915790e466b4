import type { Found, Queries } from '../../engine/query.ts';
import type { Db } from './open-database.ts';
import type { SqliteImplementation } from './sqlite-implementation.ts';

/** Runs queries on rows as they stand in the transaction. */
export function runQueries<Q extends Queries>(
  db: Db,
  parts: SqliteImplementation['queries'],
  queries: Q,
): Found<Q> {
  const found: Record<string, unknown> = {};
  for (const [name, query] of Object.entries(queries)) {
    const run = parts[query.query];
    if (run === undefined) throw new Error(`No feature runs the query ${query.query}.`);
    found[name] = run(db, query.with as never);
  }
  return found as Found<Q>;
}
