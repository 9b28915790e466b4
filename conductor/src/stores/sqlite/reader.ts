import type { Found, Queries, Query, Reader } from '../../engine/query.ts';
import type { Db } from './open-database.ts';
import type { SqliteImplementation } from './sqlite-implementation.ts';
import { runQueries } from './run-queries.ts';
import { workingSetOf } from './working-set.ts';

/** Runs queries in one read transaction and one turn of the event loop, so that they see one state. */
export function createReader(db: Db, parts: SqliteImplementation['queries']): Reader {
  const begin = db.$client.prepare('begin');
  const end = db.$client.prepare('commit');

  function read<Q extends Queries>(queries: Q): Found<Q> {
    begin.run();
    try {
      workingSetOf(db)?.begin();
      return runQueries(db, parts, queries);
    } finally {
      // Some faults end it by themselves.
      if (db.$client.inTransaction) end.run();
    }
  }

  return {
    one: async <F>(query: Query<F>): Promise<F> => read({ query }).query,
    snapshot: async (queries) => read(queries),
  };
}
