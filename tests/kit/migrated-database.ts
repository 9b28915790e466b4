import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { UNFINISHED } from '../../conductor/src/data-dir.ts';
import { openDatabase } from '../../conductor/src/stores/sqlite/open-database.ts';

let migrated: Buffer | null = null;

/**
 * Puts a database that holds all migrations and no row where none is. To migrate one takes three quarters of a
 * conductor's start, and a run of the tests starts a thousand.
 */
export function putMigratedDatabase(file: string): void {
  if (existsSync(file)) return;
  migrated ??= migrateOne();
  writeFileSync(file, migrated, { mode: 0o600 });
}

/**
 * The same in an empty folder, as a conductor leaves it that dies in its first start. Where there is no folder, all of
 * that start is to be seen.
 */
export function beginDataDir(dir: string): void {
  if (!existsSync(dir) || readdirSync(dir).length > 0) return;
  writeFileSync(join(dir, UNFINISHED), '');
  putMigratedDatabase(join(dir, 'baton.db'));
}

function migrateOne(): Buffer {
  const dir = mkdtempSync(join(tmpdir(), 'baton-migrated-'));
  try {
    const file = join(dir, 'baton.db');
    openDatabase(file).$client.close();
    return readFileSync(file);
  } finally {
    rmSync(dir, { recursive: true });
  }
}
