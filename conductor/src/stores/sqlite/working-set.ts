import { getTableColumns, is, SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

import type { Db } from './open-database.ts';

/** The value that rows are looked up by; null finds those without one. */
export type Looked = string | null;

/**
 * Rows of one table by the value of a column, in the order in which they came. Steps look up nearly all that they need in
 * such lists, and the working set keeps the lists that are in use.
 */
export interface RowList<Row = unknown> {
  readonly table: SQLiteTable;
  /** The field that rows are looked up by. */
  readonly field: string;
  /** A value has at most one row, now and later. */
  readonly isKey: boolean;
  /** The table whose rows have the values as their key: nothing hangs yet on one that is new. */
  readonly hangsOn: SQLiteTable | null;
  /** Whether the list has the row, where it has the value. */
  holds(row: Row): boolean;
  read(db: Db, value: Looked): readonly Row[];
}

/**
 * The rows that steps looked up lately, as they stand in the database: whoever asks for them again needs no query. It
 * changes with what steps write, and forgets all at once whatever else happened.
 */
export interface WorkingSet {
  rows<Row>(list: RowList<Row>, value: Looked): readonly Row[];
  /** A row was written. */
  inserted(table: SQLiteTable, key: string, row: AnyRow): void;
  /** Fields of a row were, and its version rose by one. */
  updated(table: SQLiteTable, key: string, row: Values, set: Values): void;
  /** Forgets all: the last writes are unknown, or were taken back. */
  forget(): void;
  /** Forgets all if others have written since `settled`. Called in a transaction, before its first question. */
  begin(): void;
  /** Notes that all writes of this store until now are known here. */
  settled(): void;
}

type Values = Readonly<Record<string, unknown>>;

type AnyRow = { readonly version: number } & Values;

/** Rows of one age; a row that is asked for again moves to the younger generation. */
interface Generation {
  readonly lists: Map<AnyList, Map<Looked, Held>>;
  weight: number;
}

interface Held {
  readonly rows: readonly AnyRow[];
  readonly weight: number;
}

type AnyList = RowList<AnyRow>;

/** Characters of a generation's rows. There are two, so that twice as many may be held. */
const MAX_WEIGHT = 8 * 1024 * 1024;

/** Weight of a row, or of a list without one, besides its texts. */
const BASE_WEIGHT = 300;

const sets = new WeakMap<Db, WorkingSet>();

/**
 * Returns the working set of a database with a single writer; undefined: there is none, and every question is a query.
 */
export function workingSetOf(db: Db): WorkingSet | undefined {
  return sets.get(db);
}

/** Gives the database a working set. */
export function useWorkingSet(db: Db): WorkingSet {
  const set = createWorkingSet(db);
  sets.set(db, set);
  return set;
}

function createWorkingSet(db: Db): WorkingSet {
  const ownWrites = db.$client.prepare<[], number>('select total_changes()').pluck();
  const othersWrites = db.$client.prepare<[], number>('pragma data_version').pluck();
  let seen: readonly (number | undefined)[] = [];
  let young = generation();
  let old = generation();
  /** The lists that are in use. */
  const listsOf = new Map<SQLiteTable, Set<AnyList>>();
  /** The same, by the table that they hang on. */
  const hanging = new Map<SQLiteTable, Set<AnyList>>();

  const counters = (): readonly (number | undefined)[] => [ownWrites.get(), othersWrites.get()];

  function forget(): void {
    young = generation();
    old = generation();
  }

  function find(list: AnyList, value: Looked): readonly AnyRow[] | undefined {
    const found = young.lists.get(list)?.get(value);
    if (found !== undefined) return found.rows;
    const older = old.lists.get(list)?.get(value);
    if (older !== undefined) keep(list, value, older.rows);
    return older?.rows;
  }

  function keep(list: AnyList, value: Looked, rows: readonly AnyRow[]): void {
    drop(list, value);
    const weight = rows.reduce((sum, row) => sum + weightOf(row), BASE_WEIGHT);
    if (weight > MAX_WEIGHT / 8) return;
    if (young.weight + weight > MAX_WEIGHT) {
      old = young;
      young = generation();
    }
    young.weight += weight;
    let ofList = young.lists.get(list);
    if (ofList === undefined) young.lists.set(list, (ofList = new Map()));
    ofList.set(value, { rows, weight });
  }

  function drop(list: AnyList, value: Looked): void {
    for (const age of [young, old]) {
      const held = age.lists.get(list)?.get(value);
      if (held === undefined) continue;
      age.weight -= held.weight;
      age.lists.get(list)?.delete(value);
    }
  }

  function inUse(list: AnyList): void {
    const lists = listsOf.get(list.table);
    if (lists === undefined) listsOf.set(list.table, new Set([list]));
    else lists.add(list);
    if (list.hangsOn === null) return;
    const siblings = hanging.get(list.hangsOn);
    if (siblings === undefined) hanging.set(list.hangsOn, new Set([list]));
    else siblings.add(list);
  }

  return {
    forget,
    rows<Row>(asked: RowList<Row>, value: Looked): readonly Row[] {
      const list = asked as unknown as AnyList;
      const known = find(list, value);
      if (known !== undefined) return known as readonly unknown[] as readonly Row[];
      const rows = asked.read(db, value).map((row) => Object.freeze(row));
      inUse(list);
      keep(list, value, rows as unknown as readonly AnyRow[]);
      return rows;
    },
    inserted(table, key, row) {
      for (const list of hanging.get(table) ?? []) keep(list, row[key] as Looked, []);
      const lists = listsOf.get(table);
      if (lists === undefined) return;
      const stored = storedRow(table, row);
      for (const list of lists) {
        const value = stored[list.field] as Looked;
        if (!list.holds(stored)) continue;
        const others = list.isKey ? [] : find(list, value);
        if (others !== undefined) keep(list, value, [...others, stored]);
      }
    },
    updated(table, key, row, set) {
      for (const list of listsOf.get(table) ?? []) {
        const value = row[list.field] as Looked;
        const rows = find(list, value) ?? [];
        const before = rows.find((one) => one[key] === row[key]);
        if (before === undefined) {
          // Its place in the list that it comes to is not known.
          const after = { ...row, ...set } as AnyRow;
          if (list.holds(after)) drop(list, after[list.field] as Looked);
          continue;
        }
        const after = changedRow(table, before, set);
        const stays = after[list.field] === value && list.holds(after);
        if (after[list.field] !== value) drop(list, after[list.field] as Looked);
        keep(
          list,
          value,
          rows.flatMap((one) => (one !== before ? one : stays ? after : [])),
        );
      }
    },
    begin() {
      const now = counters();
      if (now.some((count, index) => count !== seen[index])) forget();
      seen = now;
    },
    settled() {
      seen = counters();
    },
  };
}

function generation(): Generation {
  return { lists: new Map(), weight: 0 };
}

function weightOf(row: AnyRow): number {
  let weight = BASE_WEIGHT;
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'string') weight += value.length;
    // A list or a record, of a column that holds JSON.
    else if (typeof value === 'object' && value !== null) weight += JSON.stringify(value).length;
  }
  return weight;
}

/** The row as it will be read: with what its columns have by themselves. */
function storedRow(table: SQLiteTable, row: AnyRow): AnyRow {
  const stored: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(getTableColumns(table)))
    stored[name] = row[name] === undefined ? (column.default ?? null) : asRead(column, row[name]);
  return Object.freeze(stored) as AnyRow;
}

function changedRow(table: SQLiteTable, before: AnyRow, set: Values): AnyRow {
  const columns: Readonly<Record<string, SQLiteColumn>> = getTableColumns(table);
  const after: Record<string, unknown> = { ...before, version: before.version + 1 };
  for (const [name, value] of Object.entries(set)) {
    const column = columns[name];
    if (column !== undefined && value !== undefined) after[name] = asRead(column, value);
  }
  return Object.freeze(after) as AnyRow;
}

/** A value as it comes back: a lone surrogate does not, nor what JSON leaves out. */
function asRead(column: SQLiteColumn, value: unknown): unknown {
  if (value === null || is(value, SQL)) return value;
  const driven: unknown = column.mapToDriverValue(value);
  return column.mapFromDriverValue(typeof driven === 'string' ? driven.toWellFormed() : driven);
}
