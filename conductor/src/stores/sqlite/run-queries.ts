import type { Answers, Queries } from '../../engine/step.ts';
import type { Db } from './open-database.ts';
import type { SqliteParts } from './parts.ts';

/** Runs all that a step asked for, on rows as they stand in the transaction. */
export function runQueries<Q extends Queries>(
  db: Db,
  parts: SqliteParts['queries'],
  queries: Q,
): Answers<Q> {
  const found: Record<string, unknown> = {};
  for (const [name, query] of Object.entries(queries)) {
    const run = parts[query.ask];
    if (run === undefined) throw new Error(`No feature runs the query ${query.ask}.`);
    found[name] = run(db, query as never);
  }
  return found as Answers<Q>;
}
