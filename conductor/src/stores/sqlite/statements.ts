import type Database from 'better-sqlite3';

/** A value that a statement can be given. */
export type Bound = string | number | null;

const known = new WeakMap<Database.Database, Map<string, Database.Statement<Bound[]>>>();

/** Prepares SQL that no query builder makes, once for each database. */
export function statementOf<Row>(
  client: Database.Database,
  sql: string,
): Database.Statement<Bound[], Row> {
  let statements = known.get(client);
  if (statements === undefined) known.set(client, (statements = new Map()));
  let statement = statements.get(sql);
  if (statement === undefined) statements.set(sql, (statement = client.prepare<Bound[]>(sql)));
  return statement as Database.Statement<Bound[], Row>;
}
