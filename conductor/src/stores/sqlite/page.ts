import type { Bound, Statements } from './statements.ts';

/** Where the page before ended: the sort key of its last row. */
export type Cursor = readonly [number, string];

export interface PageWish {
  readonly limit: number;
  readonly after: Cursor | null;
}

export interface Page<Row> {
  readonly items: readonly Row[];
  /** Null: this is the last page. */
  readonly next: Cursor | null;
}

export interface ListQuery {
  /** Columns and joins: all between `select` and `where`. */
  readonly select: string;
  /** Conditions with their values; null ones are left out. */
  readonly where: readonly (readonly [string, ...Bound[]] | null)[];
  /** The sort key, newest first: a number and an id that is unique. */
  readonly key: readonly [string, string];
}

/** One page by its sort key: however deep, it costs the same. */
export function readPage<Row extends { readonly key_at: number; readonly key_id: string }>(
  statements: Statements,
  { select, where, key: [at, id] }: ListQuery,
  { limit, after }: PageWish,
): Page<Row> {
  const conditions = where.filter((one) => one !== null);
  if (after !== null) conditions.push([`(${at}, ${id}) < (?, ?)`, ...after]);
  const filter =
    conditions.length === 0 ? '' : `where ${conditions.map(([text]) => text).join(' and ')}`;
  const bound = conditions.flatMap(([, ...values]) => values);
  const sql = `select ${at} as key_at, ${id} as key_id, ${select} ${filter} order by ${at} desc, ${id} desc limit ?`;
  const rows = statements.all<Row>(sql, ...bound, limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    next: rows.length > limit && last !== undefined ? [last.key_at, last.key_id] : null,
  };
}

export interface Keyed {
  readonly key_at: number;
  readonly key_id: string;
}
