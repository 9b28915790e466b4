import { is } from 'drizzle-orm';
import { type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

import { mergeRecords } from '../../engine/merge-records.ts';
import type { GivenTo } from '../../engine/handle.ts';
import type { ChangeHandle } from '../../engine/plan.ts';
import type { QueryHandle } from '../../engine/query.ts';
import type { TableHandle } from '../../engine/tables.ts';
import type { Db } from './open-database.ts';
import type { SearchText } from './search-index.ts';

/** The table that holds the rows of one kind, and its key. */
export interface TableImplementation<Row> {
  readonly table: SQLiteTable & { version: SQLiteColumn };
  readonly key: SQLiteColumn;
  readonly name: keyof Row & string;
  /** The text of a row that can be searched for. It is found from the commit on. */
  searchable?(row: Row): SearchText;
}

/** Where the rows of one table are kept. */
export function kept<Row>(
  { id }: TableHandle<Row>,
  part: TableImplementation<NoInfer<Row>>,
): KeptTable {
  return { id, part: part as TableImplementation<never> };
}

interface KeptTable {
  readonly id: string;
  readonly part: TableImplementation<never>;
}

/** How the store runs each query that a module declares, inside a transaction. */
export type QueryImplementations<Module> = {
  readonly [
    Name in keyof Module as Module[Name] extends QueryHandle<never, unknown> ? Name : never
  ]: Module[Name] extends QueryHandle<infer With, infer Found>
    ? (db: Db, query: With) => Found
    : never;
};

/** Duties of the features' rows in a change that concerns the rows of all. */
export interface Duties {
  readonly merging: readonly Merging[];
}

/** How the store makes each change that a module declares. */
export type ChangeImplementations<Module> = {
  readonly [Name in keyof Module as Module[Name] extends ChangeHandle<never> ? Name : never]: (
    db: Db,
    change: GivenTo<Module[Name]>,
    duties: Duties,
  ) => void;
};

/** Prepares rows of a feature for the merge of two conversations. */
export type Merging = (db: Db, keys: { readonly from: string; readonly into: string }) => void;

/** The tables, queries and changes of a feature in SQLite, with types that the store does not need to know. */
export interface SqliteImplementation {
  /** All tables that the feature declares, also those that no plan changes. */
  readonly schema: readonly SQLiteTable[];
  readonly tables: Readonly<Record<string, TableImplementation<never>>>;
  readonly queries: Readonly<Record<string, (db: Db, query: never) => unknown>>;
  readonly changes: Readonly<Record<string, (db: Db, change: never, duties: Duties) => void>>;
  /** Called when two conversations become one, before the rows of `from` move to `into`. */
  readonly merging: readonly Merging[];
  /** Names of changes that write only tables without a row list: the working set is kept after them. */
  readonly unlisted: ReadonlySet<string>;
}

/** Declares the implementation of a feature, and checks it against the modules that declare its queries and changes. */
export function sqliteImplementation<Queries, Changes>(parts: {
  /** The module of its tables. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly tables?: readonly KeptTable[];
  readonly queries?: QueryImplementations<Queries>;
  readonly changes?: ChangeImplementations<Changes>;
  readonly unlisted?: readonly (keyof Changes & string)[];
  readonly merging?: Merging;
}): SqliteImplementation {
  const { schema = {}, tables = [], unlisted = [], merging, ...rest } = parts;
  const declared = Object.values(schema).filter((one) => is(one, SQLiteTable));
  return {
    queries: {},
    changes: {},
    ...rest,
    tables: Object.fromEntries(tables.map(({ id, part }) => [id, part])),
    schema: declared,
    merging: merging === undefined ? [] : [merging],
    unlisted: new Set<string>(unlisted),
  } as SqliteImplementation;
}

/** The implementations of all features in one. Throws if two have a table, a query or a change of the same name. */
export function mergeSqliteImplementations(
  all: readonly SqliteImplementation[],
): SqliteImplementation {
  return {
    schema: all.flatMap(({ schema }) => schema),
    tables: mergeRecords(
      all.map(({ tables }) => tables),
      'the table',
    ),
    queries: mergeRecords(
      all.map(({ queries }) => queries),
      'the query',
    ),
    changes: mergeRecords(
      all.map(({ changes }) => changes),
      'the change',
    ),
    merging: all.flatMap(({ merging }) => merging),
    unlisted: new Set(all.flatMap(({ unlisted }) => [...unlisted])),
  };
}
