import { is } from 'drizzle-orm';
import { type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

import { mergeRecords } from '../../engine/merge-records.ts';
import type { QueryHandle } from '../../engine/query.ts';
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

/** Where the rows of each table of a feature are kept. */
export type TableImplementations<Tables> = {
  readonly [Name in keyof Tables]: TableImplementation<Tables[Name]>;
};

/** How the store runs each query that a module declares, inside a transaction. */
export type QueryImplementations<Module> = {
  readonly [
    Name in keyof Module as Module[Name] extends QueryHandle<never, unknown> ? Name : never
  ]: Module[Name] extends QueryHandle<infer With, infer Found>
    ? (db: Db, query: With) => Found
    : never;
};

/** How the store makes each change of a feature that concerns more than one row. */
export type ChangeImplementations<Changes> = {
  readonly [Op in keyof Changes]: (db: Db, change: Changes[Op]) => void;
};

/** The tables, queries and changes of a feature in SQLite, with types that the store does not need to know. */
export interface SqliteImplementation {
  /** All tables that the feature declares, also those that no plan changes. */
  readonly schema: readonly SQLiteTable[];
  readonly tables: Readonly<Record<string, TableImplementation<never>>>;
  readonly queries: Readonly<Record<string, (db: Db, query: never) => unknown>>;
  readonly changes: Readonly<Record<string, (db: Db, change: never) => void>>;
  /** Names of changes that write only tables without a row list: the working set is kept after them. */
  readonly unlisted: ReadonlySet<string>;
}

/** Declares the implementation of a feature, and checks it against the feature's types. */
export function sqliteImplementation<Tables, Queries, Changes>(parts: {
  /** The module of its tables. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly tables?: TableImplementations<Tables>;
  readonly queries?: QueryImplementations<Queries>;
  readonly changes?: ChangeImplementations<Changes>;
  readonly unlisted?: readonly (keyof Changes & string)[];
}): SqliteImplementation {
  const { schema = {}, unlisted = [], ...rest } = parts;
  const declared = Object.values(schema).filter((one) => is(one, SQLiteTable));
  return {
    tables: {},
    queries: {},
    changes: {},
    ...rest,
    schema: declared,
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
    unlisted: new Set(all.flatMap(({ unlisted }) => [...unlisted])),
  };
}
