import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';

import { MIGRATIONS } from '../../program-files.ts';

/** Tables that SQLite makes by itself for counting and planning, as it writes them. */
const OWN_TABLES: ReadonlyMap<string, string> = new Map([
  ['sqlite_sequence', 'CREATE TABLE sqlite_sequence(name,seq)'],
  ['sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
]);

interface Part {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
}

/**
 * Why a database from elsewhere is not opened, for people; null: it is as a Baton made it. A schema is a program:
 * triggers, views and computed columns run with the next statement, and for as long as they like. So nothing but the
 * schema is read before it is known to be that of this Baton or of an earlier one. Throws what SQLite throws.
 */
export function strangenessOf(file: string): string | null {
  const client = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 });
  try {
    client.pragma('trusted_schema = OFF');
    // guard: backup-schema
    if (!knownSchemas().has(schemaOf(client)))
      return 'its tables are not those of this Baton or an earlier one: it was made by a newer Baton, or changed by hand';
    // Tables that share pages, rows that a table cannot hold, and indexes that find what no table holds.
    const found = client.pragma('integrity_check(1)', { simple: true }); // guard: backup-whole
    if (found !== 'ok') return `it is damaged: ${String(found)}`;
    return lastNumber(client) <= Number.MAX_SAFE_INTEGER // guard: backup-numbers
      ? null
      : 'its numbers are at their end, so that nothing more could be written: it was changed by hand';
  } finally {
    client.close();
  }
}

/** The largest number that a row has, or had, of those that are counted on and never used again. */
function lastNumber(client: Database.Database): number {
  const tables = partsOf(client).filter(
    ({ type, sql }) => type === 'table' && /\bautoincrement\b/i.test(sql ?? ''),
  );
  const largest = (select: string): number =>
    Number(client.prepare<[], { n: number | null }>(select).get()?.n ?? 0);
  return Math.max(
    0,
    ...(tables.length === 0 ? [] : [largest('select max(seq) as n from sqlite_sequence')]),
    ...tables.map(({ name }) => largest(`select max(rowid) as n from "${name}"`)),
  );
}

/** As it was after each migration. */
function knownSchemas(): ReadonlySet<string> {
  const ledger = inMemory((client) => {
    migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS });
    return partsOf(client).filter(({ name }) => name === '__drizzle_migrations');
  });
  return inMemory((client) => {
    for (const { sql } of ledger) client.exec(String(sql));
    const known = new Set<string>();
    for (const { sql } of readMigrationFiles({ migrationsFolder: MIGRATIONS })) {
      for (const statement of sql) client.exec(statement);
      known.add(schemaOf(client));
    }
    return known;
  });
}

function inMemory<T>(use: (client: Database.Database) => T): T {
  const client = new Database(':memory:');
  try {
    return use(client);
  } finally {
    client.close();
  }
}

function schemaOf(client: Database.Database): string {
  const parts = partsOf(client).filter(
    // guard: backup-own-tables
    ({ type, name, sql }) => !(type === 'table' && sql !== null && OWN_TABLES.get(name) === sql),
  );
  return JSON.stringify(parts.map(({ type, name, tbl_name, sql }) => [type, name, tbl_name, sql]));
}

function partsOf(client: Database.Database): Part[] {
  return client
    .prepare<[], Part>('select type, name, tbl_name, sql from sqlite_master order by type, name')
    .all();
}
