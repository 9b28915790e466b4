import type Database from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

type Values = Readonly<Record<string, unknown>>;

/** Inserts, updates and removals of whole rows, each compiled once for its table and its columns. */
export interface RowStatements {
  insert(table: SQLiteTable, row: Values): void;
  /** Sets what is given, and the version one higher, where the row is at `version`. Gives the number of rows it found. */
  update(table: SQLiteTable, at: RowAt, set: Values): number;
  /** Gives the number of rows it found at `version`. */
  remove(table: SQLiteTable, at: RowAt): number;
}

interface RowAt {
  readonly key: SQLiteColumn;
  readonly id: string;
  readonly version: number;
}

const known = new WeakMap<Database.Database, RowStatements>();

/** Prepared statements for rows; one is prepared at its first use. */
export function rowStatementsOf(client: Database.Database): RowStatements {
  let statements = known.get(client);
  if (statements === undefined) {
    statements = createRowStatements(client);
    known.set(client, statements);
  }
  return statements;
}

interface Compiled {
  readonly statement: Database.Statement<unknown[]>;
  readonly columns: readonly { readonly name: string; readonly column: SQLiteColumn }[];
}

function createRowStatements(client: Database.Database): RowStatements {
  const compiled = new Map<SQLiteTable, Map<string, Compiled>>();

  /** One for each set of fields: the columns that are not given keep their value, or take their default. */
  function statementFor(
    table: SQLiteTable,
    verb: 'insert' | 'update' | 'remove',
    values: Values,
    key?: SQLiteColumn,
  ): Compiled {
    let ofTable = compiled.get(table);
    if (ofTable === undefined) compiled.set(table, (ofTable = new Map()));
    const fields = Object.keys(values).filter((field) => values[field] !== undefined);
    const shape = `${verb} ${fields.join()}`;
    let found = ofTable.get(shape);
    if (found === undefined) {
      const all: Readonly<Record<string, SQLiteColumn>> = getTableColumns(table);
      const columns = fields.map((name) => {
        const column = all[name];
        if (column === undefined)
          throw new Error(`${getTableName(table)} has no column for ${name}`);
        return { name, column };
      });
      const statement = client.prepare<unknown[]>(sqlOf(getTableName(table), verb, columns, key));
      found = { statement, columns };
      ofTable.set(shape, found);
    }
    return found;
  }

  return {
    insert(table, row) {
      const { statement, columns } = statementFor(table, 'insert', row);
      statement.run(...encoded(columns, row));
    },
    update(table, { key, id, version }, set) {
      const { statement, columns } = statementFor(table, 'update', set, key);
      return statement.run(...encoded(columns, set), version + 1, id, version).changes;
    },
    remove: (table, { key, id, version }) =>
      statementFor(table, 'remove', {}, key).statement.run(id, version).changes,
  };
}

function sqlOf(
  table: string,
  verb: 'insert' | 'update' | 'remove',
  columns: Compiled['columns'],
  key?: SQLiteColumn,
): string {
  const names = columns.map(({ column }) => `"${column.name}"`);
  const where = `where "${key?.name ?? ''}" = ? and "version" = ?`;
  switch (verb) {
    case 'insert':
      return `insert into "${table}" (${names.join()}) values (${names.map(() => '?').join()})`;
    case 'update':
      return `update "${table}" set ${[...names, '"version"'].map((name) => `${name} = ?`).join()} ${where}`;
    case 'remove':
      return `delete from "${table}" ${where}`;
  }
}

function encoded(columns: Compiled['columns'], values: Values): unknown[] {
  return columns.map(({ name, column }) => {
    const value = values[name];
    return value === null ? null : column.mapToDriverValue(value);
  });
}
