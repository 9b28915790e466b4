import {
  and,
  eq,
  getTableColumns,
  type InferSelectModel,
  isNull,
  type SQL,
  sql,
} from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';

import type { Db } from './open-database.ts';
import { preparedQuery } from './prepared-query.ts';
import { type Looked, type RowList, workingSetOf } from './working-set.ts';

export type { RowList } from './working-set.ts';

/**
 * Declares a row list.
 *
 * @param only Rows that it has; in SQL, as an index says it, and in code. Left out: all.
 */
export function rowList<T extends SQLiteTable, Row = InferSelectModel<T>>(
  table: T,
  by: SQLiteColumn,
  only?: { readonly sql: SQL; readonly holds: (row: Row) => boolean },
): RowList<Row> {
  const field = Object.entries(getTableColumns(table)).find(([, column]) => column === by)?.[0];
  if (field === undefined) throw new Error(`The table has no column ${by.name}.`);
  const where = (value: SQL | undefined) =>
    preparedQuery((db) =>
      db.select().from(table).where(and(value, only?.sql)).orderBy(sql.raw('rowid')).prepare(),
    );
  const withValue = where(eq(by, sql.placeholder('value')));
  const withNone = where(isNull(by));
  return {
    table,
    field,
    isKey: by.primary || by.isUnique,
    hangsOn: parentOf(table, by),
    holds: only?.holds ?? (() => true),
    read: (db, value) =>
      (value === null ? withNone(db).all() : withValue(db).all({ value })) as unknown as Row[],
  };
}

function parentOf(table: SQLiteTable, by: SQLiteColumn): SQLiteTable | null {
  for (const { reference } of getTableConfig(table).foreignKeys) {
    const { columns, foreignColumns, foreignTable } = reference();
    if (columns.length === 1 && columns[0] === by && foreignColumns[0]?.primary === true)
      return foreignTable;
  }
  return null;
}

/** The rows of a list that have the value. */
export function rowsOf<Row>(db: Db, list: RowList<Row>, value: Looked): readonly Row[] {
  return workingSetOf(db)?.rows(list, value) ?? list.read(db, value);
}

/** The first row that has the value; null: none has. */
export function rowOf<Row>(db: Db, list: RowList<Row>, value: Looked): Row | null {
  return rowsOf(db, list, value)[0] ?? null;
}
