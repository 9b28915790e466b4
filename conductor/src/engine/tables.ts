declare const ROW: unique symbol;

/** A table that a plan may change. A row has a `version`, which rises by one with every change. */
export interface TableHandle<Row> {
  readonly id: string;
  /** Exists in the type alone. */
  readonly [ROW]?: (row: Row) => Row;
}

/** Declares a table. Every feature declares its own in its `rows.ts`, and says in `sqlite.ts` where their rows are kept. */
export function table<Row>(id: string): TableHandle<Row> {
  return { id };
}
