import { is } from 'drizzle-orm';
import { type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

import { mergeRecords } from '../../engine/merge-records.ts';
import type { QueryType } from '../../engine/query.ts';
import type { Db } from './open-database.ts';
import type { SearchText } from './search-index.ts';

/** Where the rows of one kind are kept. */
export interface TableImplementation<Row> {
  readonly table: SQLiteTable & { version: SQLiteColumn };
  readonly key: SQLiteColumn;
  readonly name: keyof Row & string;
  /** What people may look for in a row: it is found from the commit that brings it. */
  searchable?(row: Row): SearchText;
}

/** Where the rows of each table of a feature are kept. */
export type TableImplementations<Tables> = {
  readonly [Name in keyof Tables]: TableImplementation<Tables[Name]>;
};

/** How the store runs each query of a feature, on rows as they stand in the transaction. */
export type QueryImplementations<Queries> = {
  readonly [Name in keyof Queries]: Queries[Name] extends QueryType<infer With, infer Found>
    ? (db: Db, query: With) => Found
    : never;
};

/** How the store makes each change of a feature that is more than a row's. */
export type ChangeImplementations<Changes> = {
  readonly [Op in keyof Changes]: (db: Db, change: Changes[Op]) => void;
};

/** What a feature has in SQLite, for the store: what its names and values are, the feature's own types have checked. */
export interface SqliteImplementation {
  /** All tables that it declares, those that no plan changes among them. */
  readonly schema: readonly SQLiteTable[];
  readonly tables: Readonly<Record<string, TableImplementation<never>>>;
  readonly queries: Readonly<Record<string, (db: Db, query: never) => unknown>>;
  readonly changes: Readonly<Record<string, (db: Db, change: never) => void>>;
}

/** Keeps the types of what a feature has in SQLite; what it has none of is left out. */
export function sqliteImplementation<Tables, Queries, Changes>(parts: {
  /** The module of its tables. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly tables?: TableImplementations<Tables>;
  readonly queries?: QueryImplementations<Queries>;
  readonly changes?: ChangeImplementations<Changes>;
}): SqliteImplementation {
  const { schema = {}, ...rest } = parts;
  const declared = Object.values(schema).filter((one) => is(one, SQLiteTable));
  return {
    tables: {},
    queries: {},
    changes: {},
    ...rest,
    schema: declared,
  } as SqliteImplementation;
}

/** All of them together. Throws where two have something of the same name. */
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
  };
}
