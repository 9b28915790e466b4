import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { restoreBackup } from '../../conductor/src/restore-backup.ts';
import { startTestConductor, type TestConductor, tempDir } from '../kit/running-conductor.ts';

let conductor: TestConductor;

beforeAll(async () => {
  conductor = await startTestConductor();
  await conductor.admin('POST', '/v1/backups', { file: join(conductor.dataDir, 'kept') });
});

afterAll(() => conductor.end());

function copyOfBackup(): string {
  const backup = join(tempDir(), 'backup');
  cpSync(join(conductor.dataDir, 'kept'), backup, { recursive: true });
  return backup;
}

function changeManifest(backup: string, change: object): void {
  const file = join(backup, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...manifest, ...change }));
}

/** Changes the database of a backup, and its hash in the manifest: an attacker would write that too. */
function changeDatabase(backup: string, sql: string): void {
  const file = join(backup, 'baton.db');
  const db = new Database(file);
  db.unsafeMode(true);
  db.exec(sql);
  db.pragma('journal_mode = delete');
  db.close();
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  changeManifest(backup, { database_sha256: hash });
}

const restored = (backup: string) => restoreBackup(backup, tempDir(), 2, true);

const ENDLESS = 'with recursive c (x) as (select 1 union all select x + 1 from c) select x from c';

describe('a backup that its owner vouches for, and that is no longer as it was made', () => {
  it.each([
    [
      'a trigger',
      `create trigger t after insert on events begin update conversations set mode = 'auto'; end`,
    ],
    [
      'an endless trigger',
      `create trigger t after insert on events begin select count(*) from (${ENDLESS}); end`,
    ],
    [
      'a view that never ends',
      `alter table settings rename to others; create view settings as ${ENDLESS}`,
    ],
    [
      'a list of migrations that never ends',
      `drop table __drizzle_migrations; create view __drizzle_migrations as ${ENDLESS}`,
    ],
    [
      'a column that is computed',
      `alter table events add column long as (length(printf('%.*c', 900000000, 'x')))`,
    ],
    ['an index on what is computed', 'create index i on events (abs(length(type)))'],
    ['a table of its own', 'create table others (x)'],
    [
      'a computed column in a table of SQLite’s own',
      `analyze; pragma writable_schema = on; update sqlite_master set sql =
       'CREATE TABLE sqlite_stat1(tbl,idx,no,stat AS (hex(tbl)))' where name = 'sqlite_stat1'`,
    ],
    ['one index less', 'drop index delivery_jobs_dedupe'],
  ])('and brings %s, is not opened', async (_what, sql) => {
    const backup = copyOfBackup();
    changeDatabase(backup, sql);
    await expect(restored(backup)).rejects.toThrow(/cannot be used: its tables are not those/);
  });

  it('but for what SQLite counts for its plans, is restored', async () => {
    const backup = copyOfBackup();
    changeDatabase(backup, 'analyze');
    await expect(restored(backup)).resolves.toMatchObject({ keptAside: null });
  });

  it('and has two tables share their pages, is not opened', async () => {
    const backup = copyOfBackup();
    changeDatabase(
      backup,
      `pragma writable_schema = on;
       update sqlite_master set rootpage = (select rootpage from sqlite_master where name = 'settings')
       where name = 'clients'`,
    );
    await expect(restored(backup)).rejects.toThrow(/cannot be used: it is damaged/);
  });

  it('and has a pipe for its manifest, is not waited for', async () => {
    const backup = copyOfBackup();
    rmSync(join(backup, 'manifest.json'));
    execFileSync('mkfifo', [join(backup, 'manifest.json')]);
    await expect(restored(backup)).rejects.toThrow('is no plain file');
  });

  it('and has a manifest of gigabytes, is not read', async () => {
    const backup = copyOfBackup();
    truncateSync(join(backup, 'manifest.json'), 2 ** 36);
    await expect(restored(backup)).rejects.toThrow('is too long');
  });

  it('and says to be larger than any disk, is not read', async () => {
    const backup = copyOfBackup();
    truncateSync(join(backup, 'baton.db'), 2 ** 43);
    await expect(restored(backup)).rejects.toThrow(/takes 8796\d+ bytes, and .* has room for/);
  });

  it.each([
    ['counted to its end', `insert into sqlite_sequence values ('events', 9223372036854775807)`],
    [
      'of a row at the end',
      `insert into events (event_id, type, subject_id, actor, at, detail_json)
       values (9223372036854775807, 'x', 'x', 'x', 1, '{}')`,
    ],
  ])('and brings numbers %s, is not opened', async (_what, sql) => {
    const backup = copyOfBackup();
    changeDatabase(backup, sql);
    await expect(restored(backup)).rejects.toThrow(/its numbers are at their end/);
  });

  it.each(['', 'A'.repeat(42), 'A'.repeat(2 ** 20)])(
    'and has another text for its secret, is not put where no conductor would start',
    async (text) => {
      const backup = copyOfBackup();
      writeFileSync(join(backup, 'install-secret'), text);
      const error = /damaged: its install-secret is no secret/;
      await expect(restored(backup)).rejects.toThrow(error);
    },
  );

  it.each(['null', '[]', '{}'])('and has %s for its manifest, is told to be none', async (text) => {
    const backup = copyOfBackup();
    writeFileSync(join(backup, 'manifest.json'), text);
    await expect(restored(backup)).rejects.toThrow('is no backup of Baton');
  });

  it.each(['x', 1e300, -1, 1.5, null, {}])('and was made at %j, is not taken', async (at) => {
    const backup = copyOfBackup();
    changeManifest(backup, { created_at: at });
    await expect(restored(backup)).rejects.toThrow('created_at is a time in milliseconds');
  });
});
