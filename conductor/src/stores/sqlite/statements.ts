import type Database from 'better-sqlite3';

/** A value a statement may be given. */
export type Bound = string | number | null;

/** Statements of the read side, each compiled once. */
export interface Statements {
  all<Row>(sql: string, ...bound: readonly Bound[]): Row[];
  get<Row>(sql: string, ...bound: readonly Bound[]): Row | null;
}

export function createStatements(client: Database.Database): Statements {
  const prepared = new Map<string, Database.Statement<Bound[], unknown>>();
  function statement(sql: string): Database.Statement<Bound[], unknown> {
    let known = prepared.get(sql);
    if (known === undefined) {
      known = client.prepare<Bound[], unknown>(sql);
      prepared.set(sql, known);
    }
    return known;
  }
  return {
    all: <Row>(sql: string, ...bound: readonly Bound[]) => statement(sql).all(...bound) as Row[],
    get: <Row>(sql: string, ...bound: readonly Bound[]) =>
      (statement(sql).get(...bound) as Row | undefined) ?? null,
  };
}
