import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';

import {
  DatabaseUnusable,
  openDatabase,
} from '../../../../conductor/src/stores/sqlite/open-database.ts';
import { tempDir } from '../../../kit/running-conductor.ts';

const isRoot = process.getuid?.() === 0;

/** Returns the error of opening; fails the test if there is none. */
function refusal(file: string): Error {
  try {
    openDatabase(file).$client.close();
  } catch (cause) {
    if (cause instanceof Error) return cause;
  }
  throw new Error(`${file} was opened`);
}

describe('opening the database', () => {
  it('makes it, with its folder, where there is none', () => {
    const file = join(tempDir(), 'new', 'folder', 'baton.db');
    openDatabase(file).$client.close();
    expect(statSync(file).isFile()).toBe(true);
  });

  it('lets nobody but its owner read it, nor its log', () => {
    const file = join(tempDir(), 'baton.db');
    const db = openDatabase(file);
    const modes = [file, `${file}-wal`].map((one) => (statSync(one).mode & 0o777).toString(8));
    db.$client.close();
    expect(modes).toEqual(['600', '600']);
  });

  it.runIf(isRoot && process.platform === 'linux')('says so where a new one has no room', () => {
    const dir = tempDir();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160k', 'tmpfs', dir]);
    onTestFinished(() => void execFileSync('umount', [dir]));
    expect(refusal(join(dir, 'baton.db')).message).toMatch(/the disk is full. Make room/);
  });

  it('keeps what is committed through a power cut, and holds rows to their references', () => {
    const db = openDatabase(join(tempDir(), 'baton.db'));
    const pragma = (name: string) => db.$client.pragma(name, { simple: true });
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual([
      'wal',
      2,
      1,
    ]);
    db.$client.close();
  });

  it('brings the schema up to date once, however often it is opened', () => {
    const file = join(tempDir(), 'baton.db');
    const shape = () => {
      const db = openDatabase(file);
      const sql = db.$client.prepare('select name, sql from sqlite_master order by name').all();
      const applied = db.$client.prepare('select hash from __drizzle_migrations').all();
      db.$client.close();
      return { sql, applied };
    };
    const first = shape();
    expect(first.applied.length).toBeGreaterThan(0);
    expect(shape()).toEqual(first);
  });

  it('refuses what is not a database, and leaves it as it is', () => {
    const file = join(tempDir(), 'baton.db');
    const garbage = 'This is a shopping list: tea, milk, bread. '.repeat(100);
    writeFileSync(file, garbage);
    const refused = refusal(file);
    expect(refused).toBeInstanceOf(DatabaseUnusable);
    expect(refused.message).toContain(file);
    expect(refused.message).toContain('Move the file away');
    expect(readFileSync(file, 'utf8')).toBe(garbage);
  });

  it('refuses a folder in its place', () => {
    const file = join(tempDir(), 'baton.db');
    mkdirSync(file);
    const refused = refusal(file);
    expect(refused).toBeInstanceOf(DatabaseUnusable);
    expect(refused.message).toContain(`Cannot use the database ${file}`);
    expect(refused.message).toContain('--data-dir');
  });

  it.skipIf(isRoot)('refuses a file that it may not write', () => {
    const file = join(tempDir(), 'baton.db');
    openDatabase(file).$client.close();
    chmodSync(file, 0o400);
    chmodSync(join(file, '..'), 0o500);
    expect(refusal(file).message).toContain('Check its permissions');
    chmodSync(join(file, '..'), 0o700);
  });

  it('makes the tables that its 43 earlier migrations made, so that their databases are used as they are', () => {
    const db = openDatabase(':memory:');
    const parts = db.$client
      .prepare<[], { type: string; name: string; tbl_name: string; sql: string | null }>(
        `select type, name, tbl_name, sql from sqlite_master where name <> '__drizzle_migrations' order by type, name`,
      )
      .all()
      .map(({ type, name, tbl_name, sql }) => [type, name, tbl_name, sql]);
    const applied = db.$client.prepare('select created_at from __drizzle_migrations').get();
    db.$client.close();
    // Of the last of them. Both go with the first release.
    expect(createHash('sha256').update(JSON.stringify(parts)).digest('hex')).toBe(
      '088c5d19f6aef68d1c41ef8d91d603f56d9f9f4f4c9ab25c6375ecdf8e7837d8',
    );
    expect(applied).toEqual({ created_at: 1_795_546_423_088 });
  });

  it('refuses one from before its first migration, and leaves it as it is', () => {
    const file = join(tempDir(), 'baton.db');
    openDatabase(file).$client.close();
    const older = new Database(file);
    older.prepare('update __drizzle_migrations set created_at = 1').run();
    older.pragma('wal_checkpoint(TRUNCATE)');
    older.close();
    const before = readFileSync(file);
    expect(refusal(file).message).toContain('is too old to be brought up to date');
    expect(readFileSync(file)).toEqual(before);
  });

  it('opens one that a newer Baton wrote to be read, and leaves it as it is', () => {
    const file = join(tempDir(), 'baton.db');
    openDatabase(file).$client.close();
    const newer = new Database(file);
    newer
      .prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)')
      .run('later', 9e15);
    newer.close();
    const db = openDatabase(file);
    expect(db.readOnly).toBe(true);
    expect(db.$client.prepare('select count(*) as n from delivery_jobs').get()).toEqual({ n: 0 });
    expect(() => db.$client.prepare('delete from delivery_jobs').run()).toThrow('readonly');
    db.$client.close();
    const kept = new Database(file, { readonly: true });
    expect(
      kept.prepare('select hash from __drizzle_migrations order by created_at desc').get(),
    ).toEqual({ hash: 'later' });
    kept.close();
  });
});
