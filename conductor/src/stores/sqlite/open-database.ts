import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import Database from 'better-sqlite3';
import { getTableName } from 'drizzle-orm';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

import { MIGRATIONS } from '../../program-files.ts';
import { clients, events, outbox } from './tables.ts';

/** An open database; `$client` is the driver's own handle. */
export type Db = BetterSQLite3Database & {
  readonly $client: Database.Database;
  /** A newer Baton wrote it: it can be looked at, and nothing more. */
  readonly readOnly: boolean;
  /** All that it holds. */
  readonly tables: readonly SQLiteTable[];
};

/** Table of the migrations done so far. */
const MIGRATED = '__drizzle_migrations';

/** Pages in the write-ahead log until they are copied into the database: a page that changes often is copied less often. */
const CHECKPOINT_PAGES = 4_000;

/** The database cannot be used; the message says which file and what to do, and nothing was changed in it. */
export class DatabaseUnusable extends Error {}

/**
 * Opens the database and brings its schema up to date. WAL with `synchronous=FULL`: what is committed survives a power
 * cut. SQLite itself waits for no lock: it would hold up the whole process (when-unlocked.ts). Throws DatabaseUnusable.
 *
 * @param tables Those of the features. One that is missing is lost.
 * @param isNew It may be made, where it is not there or nothing is in it. Without that, what is not there is lost.
 */
export function openDatabase(
  file: string,
  {
    isNew = true,
    tables = [],
  }: {
    readonly isNew?: boolean;
    readonly tables?: readonly SQLiteTable[];
  } = {},
): Db {
  if (!isNew) refuseLost(file);
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  let client: Database.Database | undefined;
  try {
    // Conversations are private, and the write-ahead log takes the file's permissions over.
    if (file !== ':memory:' && !existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    client = compiledOnce(new Database(file, { timeout: 0 })); // guard: waits-outside
    // SQLite's own `lower` knows ASCII alone.
    client.function('lower_case', { deterministic: true }, (text) => String(text).toLowerCase());
    const has = hasTable(client);
    // Before anything is changed in it: it may be another program's.
    if (!isNew && !has(MIGRATED)) throw lost(file, 'holds no table of Baton’s');
    client.pragma('journal_mode = WAL');
    client.pragma('synchronous = FULL');
    client.pragma('foreign_keys = ON');
    client.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    const age = has(MIGRATED) ? ageOf(client) : 'known';
    if (age === 'older') throw tooOld(file);
    const readOnly = age === 'newer';
    const db: Db = Object.assign(drizzle({ client }), {
      readOnly,
      tables: [clients, outbox, events, ...tables],
    });
    if (readOnly) {
      client.pragma('query_only = ON');
      return db;
    }
    migrate(db, { migrationsFolder: MIGRATIONS });
    const missing = db.tables.map(getTableName).find((table) => !has(table));
    if (missing !== undefined) throw lost(file, `has lost its table ${missing}`);
    return db;
  } catch (cause) {
    client?.close();
    if (cause instanceof DatabaseUnusable) throw cause;
    // A migration that fails for want of room says only that it could not be undone.
    const why = hasRoom(file) ? advice(cause) : 'the disk is full. Make room, then start again.';
    throw new DatabaseUnusable(`Cannot use the database ${file}: ${why}`, { cause });
  }
}

/**
 * SQLite compiles a statement anew each time that it is given a value, where a bare `= ?` stands in it beside an `order by`,
 * or the number behind `limit`: it looks at the value to choose its way. At an expression it does not look, and `+?` is
 * one that changes nothing.
 */
function compiledOnce(client: Database.Database): Database.Database {
  const prepare = client.prepare.bind(client);
  return Object.assign(client, {
    prepare: (source: string) => prepare(source.replaceAll(/(=|\blimit) \?/gi, '$1 +?')),
  });
}

/** Less than that is left where a database of a few tables does not fit. */
const LEAST_ROOM_BYTES = 1_048_576;

function hasRoom(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize >= LEAST_ROOM_BYTES;
  } catch {
    return true; // It is no place at all, and that is what is wrong.
  }
}

function refuseLost(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw lost(file, 'is not there');
  if (size === 0) throw lost(file, 'is empty');
}

function lost(file: string, what: string): DatabaseUnusable {
  return new DatabaseUnusable(
    `The database ${file} ${what}, and its folder was in use. Bring back a backup with "baton restore <backup>"; ` +
      'to begin anew, move the folder away (keep it) or choose another --data-dir.',
  );
}

function hasTable(client: Database.Database): (name: string) => boolean {
  const find = client.prepare<[string]>('select 1 from sqlite_master where name = ?');
  return (name) => find.get(name) !== undefined;
}

/**
 * Compares what was done to a database with what is known. A newer Baton's may be looked at, and must not be written to.
 * One from before the first migration that there is now cannot be brought up to date.
 */
function ageOf(client: Database.Database): 'older' | 'known' | 'newer' {
  const applied = client
    .prepare('select max(created_at) as newest from __drizzle_migrations')
    .get() as {
    newest: number | null;
  };
  const journal = join(MIGRATIONS, 'meta', '_journal.json');
  if (!existsSync(journal))
    throw new DatabaseUnusable(`The migrations are missing: ${MIGRATIONS}. Reinstall Baton.`);
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { when: number }[] };
  const known = entries.map(({ when }) => when);
  // Empty where the first start was cut short: the migration comes with its row in one transaction.
  if (applied.newest === null) return 'known';
  if (applied.newest < Math.min(...known)) return 'older';
  return applied.newest > Math.max(...known) ? 'newer' : 'known';
}

function tooOld(file: string): DatabaseUnusable {
  return new DatabaseUnusable(
    `The database ${file} was made before the first release and is too old to be brought up to date. ` +
      'Move the folder away (keep it) or choose another --data-dir.',
  );
}

function advice(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
    return 'it is not a database, or it is damaged. Move the file away (keep it) or choose another --data-dir.';
  }
  if (code.startsWith('SQLITE_BUSY'))
    return 'another program holds it. Stop the other conductor or choose another --data-dir.';
  if (
    code.startsWith('SQLITE_CANTOPEN') ||
    code.startsWith('SQLITE_READONLY') ||
    code === 'EACCES' ||
    code === 'EISDIR'
  ) {
    return 'it cannot be opened for reading and writing. Check its permissions or choose another --data-dir.';
  }
  return cause instanceof Error ? cause.message : String(cause);
}
