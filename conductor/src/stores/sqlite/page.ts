import { and, asc, desc, type Placeholder, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

import type { Cursor, Page, PageRequest } from '../../engine/page-cursor.ts';
import type { Db } from './open-database.ts';
import { preparedQuery } from './prepared-query.ts';

/** End of a list's statement. */
export interface PageParts {
  readonly where: SQL | undefined;
  readonly orderBy: [SQL, SQL];
  readonly limit: Placeholder;
}

/** Up to `limit` rows from the first of `rows`, of which there is one more where the list continues. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => Cursor,
): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? keyOf(last) : null };
}

/** The page around a place: up to half of it newer, then the place itself and what is older. */
export function pageAround<Row>(
  { limit, at: [at, id] }: { readonly limit: number; readonly at: Cursor },
  list: (page: PageRequest) => Page<Row>,
): Page<Row> {
  const newer = list({ limit: Math.floor(limit / 2), after: [at, id], newer: true }).items;
  // No id is greater than one with that behind it: the place itself is among them.
  const older = list({ limit: limit - newer.length, after: [at, `${id}\uFFFF`] });
  return { items: [...newer, ...older.items], next: older.next };
}

/**
 * A list in pages, the newest first. A page goes on by the sort key of the last row before it: however deep, it costs the
 * same. Each choice of filters is a statement of its own, prepared once.
 */
export function pagedQuery<Filter extends string, Row>(list: {
  /** The sort key: a number, and an id that is unique. */
  readonly key: readonly [SQLiteColumn, SQLiteColumn];
  /** Conditions; each has a placeholder of its own name. */
  readonly filters: Readonly<Record<Filter, SQL>>;
  readonly build: (db: Db, parts: PageParts) => { all(values: Record<string, unknown>): Row[] };
  readonly keyOf: (row: Row) => Cursor;
}): (
  db: Db,
  filters: Readonly<Partial<Record<Filter, string | number | undefined>>>,
  page: PageRequest,
) => Page<Row> {
  const {
    key: [at, id],
    keyOf,
    filters: conditions,
    build,
  } = list;
  const statements = new Map<string, ReturnType<typeof statementFor>>();

  function statementFor(names: readonly Filter[], isFirst: boolean, newer: boolean) {
    const where = and(
      ...names.map((name) => conditions[name]),
      isFirst
        ? undefined
        : sql`(${at}, ${id}) ${sql.raw(newer ? '>' : '<')} (${sql.placeholder('afterAt')}, ${sql.placeholder('afterId')})`,
    );
    const parts: PageParts = {
      where,
      orderBy: newer ? [asc(at), asc(id)] : [desc(at), desc(id)],
      limit: sql.placeholder('limit'),
    };
    return preparedQuery((db) => build(db, parts));
  }

  return (db, filters, { limit, after, newer = false }) => {
    const names = (Object.keys(conditions) as Filter[]).filter(
      (name) => filters[name] !== undefined,
    );
    const shape = `${names.join()} ${String(after === null)} ${String(newer)}`;
    let statement = statements.get(shape);
    if (statement === undefined)
      statements.set(shape, (statement = statementFor(names, after === null, newer)));
    const [afterAt, afterId] = after ?? [];
    const rows = statement(db).all({ ...filters, afterAt, afterId, limit: limit + 1 });
    const page = pageOf(rows, limit, keyOf);
    return newer ? { ...page, items: page.items.toReversed() } : page;
  };
}
