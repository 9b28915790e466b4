import type { Db } from './open-database.ts';

/**
 * A query that is built and compiled once for each database, when it is first asked: building one takes many times as
 * long as running it. What varies is named by placeholders.
 */
export function preparedQuery<Prepared>(build: (db: Db) => Prepared): (db: Db) => Prepared {
  const built = new WeakMap<Db, Prepared>();
  return (db) => {
    let query = built.get(db);
    if (query === undefined) {
      query = build(db);
      built.set(db, query);
    }
    return query;
  };
}
