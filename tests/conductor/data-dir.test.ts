import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { type DataDir, DataDirUnusable, openDataDir } from '../../conductor/src/data-dir.ts';
import { DatabaseUnusable } from '../../conductor/src/stores/sqlite/open-database.ts';
import { runConductor, tempDir } from '../kit/running-conductor.ts';

const isRoot = process.getuid?.() === 0;
const SOMEONE = 12_345;

function open(dir: string, options?: { readonly newSecrets: boolean }): DataDir {
  const opened = openDataDir(dir, options);
  onTestFinished(() => opened.release());
  return opened;
}

/** Returns the error of opening the folder; fails the test if there is none. */
function refusal(dir: string): string {
  try {
    open(dir);
  } catch (cause) {
    if (cause instanceof DataDirUnusable) return cause.message;
    throw cause;
  }
  throw new Error(`${dir} was opened`);
}

/** Everything in a folder, itself first, with its permissions. */
function modesIn(dir: string): Record<string, string> {
  const paths = ['.', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })];
  return Object.fromEntries(
    paths
      .filter((path) => !lstatSync(join(dir, path)).isSymbolicLink())
      .map((path) => [path, (lstatSync(join(dir, path)).mode & 0o777).toString(8)]),
  );
}

/** A folder that a conductor has used, and that nobody uses now. */
async function usedFolder(): Promise<string> {
  const dir = join(tempDir(), 'data');
  const conductor = await runConductor({}, dir);
  await conductor.stop();
  return dir;
}

describe('a data folder', () => {
  it('that everybody could read is its user’s alone, with all that is in it', async () => {
    const dir = await usedFolder();
    for (const folder of ['artifacts/ab', 'backups/one', 'log', 'profiles/firefox'])
      mkdirSync(join(dir, folder), { recursive: true });
    for (const file of ['artifacts/ab/c', 'backups/one/baton.db', 'log/conductor.log', 'mcp.json'])
      writeFileSync(join(dir, file), '{}');
    writeFileSync(join(dir, 'conductor.json'), '{}');
    symlinkSync('127.0.1.1:+99', join(dir, 'profiles/firefox/lock'));
    const socket = createServer().listen(join(dir, 'profiles/socket'));
    onTestFinished(() => void socket.close());
    for (const [path, mode] of Object.entries(modesIn(dir)))
      chmodSync(join(dir, path), mode === '700' ? 0o755 : 0o666);

    open(dir);
    const open_to_others = Object.entries(modesIn(dir)).filter(([, mode]) => !mode.endsWith('00'));
    expect(open_to_others).toEqual([]);
    expect(existsSync(join(dir, 'profiles/socket'))).toBe(true);
  });

  describe('whatever the mask of the process', () => {
    const before = process.umask();
    beforeEach(() => void process.umask(0));
    afterEach(() => void process.umask(before));

    it('holds nothing that others may read', async () => {
      const dir = join(tempDir(), 'data');
      const conductor = await runConductor({}, dir);
      const answer = await conductor.admin('POST', '/v1/backups', { file: null });
      expect(answer.status).toBe(201);
      const open_to_others = Object.entries(modesIn(dir)).filter(
        ([, mode]) => !['600', '700'].includes(mode),
      );
      expect(open_to_others).toEqual([]);
      expect(Object.keys(modesIn(dir))).toEqual(
        expect.arrayContaining(['baton.db-shm', 'baton.db-wal', 'conductor.json', 'lock.db']),
      );
    });
  });

  it('that is a link is refused, and what it leads to named', () => {
    const [elsewhere, link] = [join(tempDir(), 'elsewhere'), join(tempDir(), 'link')];
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, link);
    expect(refusal(link)).toContain(`${link} is a link to ${elsewhere}. Name that folder itself.`);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it.each(['install-secret', 'baton.db', 'lock.db', 'artifacts', 'mcp.json'])(
    'whose %s is a link is refused, and what it leads to left alone',
    async (name) => {
      const dir = await usedFolder();
      const elsewhere = join(tempDir(), 'elsewhere');
      writeFileSync(elsewhere, 'as it was');
      chmodSync(elsewhere, 0o644);
      rmSync(join(dir, name), { force: true, recursive: true });
      symlinkSync(elsewhere, join(dir, name));
      expect(refusal(dir)).toContain(`${join(dir, name)} is a link. Put what it leads to in`);
      expect([readFileSync(elsewhere, 'utf8'), statSync(elsewhere).mode & 0o777]).toEqual([
        'as it was',
        0o644,
      ]);
    },
  );

  it.runIf(isRoot).each(['.', 'admin-secret', 'baton.db', 'lock.db'])(
    'that is another user’s, or has one’s file (%s), is refused',
    async (name) => {
      const dir = await usedFolder();
      chownSync(join(dir, name), SOMEONE, SOMEONE);
      expect(refusal(dir)).toContain(
        `${join(dir, name)} belongs to another user. Give it to this one, or move it away.`,
      );
    },
  );

  it('below one that others may write is refused, but where only its owner may take from it', () => {
    const parent = join(tempDir(), 'shared');
    mkdirSync(parent);
    chmodSync(parent, 0o777);
    const dir = join(parent, 'inner', 'data');
    expect(refusal(dir)).toContain(
      `Others may write ${parent}. Take that from them (chmod go-w ${parent}).`,
    );
    chmodSync(parent, 0o1777);
    expect(open(dir).isNew).toBe(true);
  });

  it.runIf(isRoot)('below one of another user is refused', () => {
    const parent = join(tempDir(), 'theirs');
    mkdirSync(parent);
    chownSync(parent, SOMEONE, SOMEONE);
    expect(refusal(join(parent, 'data'))).toContain(`${parent} belongs to another user`);
  });
});

describe('a secret', () => {
  it.each([
    ['empty', ''],
    ['cut short', 'x'.repeat(42)],
    ['grown', 'x'.repeat(44)],
    ['of other letters', `${'x'.repeat(42)}=`],
  ])('that is %s is refused, and left as it is', async (_what, content) => {
    const dir = await usedFolder();
    for (const name of ['install-secret', 'admin-secret']) {
      const file = join(dir, name);
      const whole = readFileSync(file, 'utf8');
      writeFileSync(file, content);
      expect(refusal(dir)).toContain(`The file ${file} is damaged. Put it back from a backup`);
      expect(readFileSync(file, 'utf8')).toBe(content);
      writeFileSync(file, `${whole}\n`);
    }
    expect(open(dir).isNew).toBe(false);
  });

  it.each(['install-secret', 'admin-secret'])(
    '(%s) that is lost is made anew only where a person says so',
    async (name) => {
      const dir = await usedFolder();
      const file = join(dir, name);
      const before = readFileSync(file, 'utf8');
      rmSync(file);
      expect(refusal(dir)).toContain(`The file ${file} is not there, and its folder was in use.`);
      expect(existsSync(file)).toBe(false);
      open(dir, { newSecrets: true }).release();
      expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}$/);
      expect(readFileSync(file, 'utf8')).not.toBe(before);
    },
  );
});

describe('a database of a folder that was in use', () => {
  const starting = (dir: string) => runConductor({}, dir);

  it.each<readonly [string, (file: string) => void, string]>([
    ['is gone', (file) => rmSync(file), 'is not there'],
    ['is empty', (file) => writeFileSync(file, ''), 'is empty'],
    [
      'holds nothing of ours',
      (file) => {
        rmSync(file);
        const other = new Database(file);
        other.exec('create table shopping (item text)');
        other.close();
      },
      'holds no table of Baton’s',
    ],
    [
      'has lost a table',
      (file) => {
        const db = new Database(file);
        db.pragma('foreign_keys = off');
        db.exec('drop table delivery_jobs');
        db.close();
      },
      'has lost its table delivery_jobs',
    ],
  ])('is not made anew where it %s', async (_what, harm, said) => {
    const dir = await usedFolder();
    const file = join(dir, 'baton.db');
    harm(file);
    const content = () => (existsSync(file) ? readFileSync(file).toString('base64') : null);
    const before = content();
    const refused = starting(dir);
    await expect(refused).rejects.toThrow(DatabaseUnusable);
    await expect(refused).rejects.toThrow(
      `The database ${file} ${said}, and its folder was in use. Bring back a backup`,
    );
    expect(content() === before).toBe(true);
    // And again: the refusal left nothing behind that would make the folder a new one.
    await expect(starting(dir)).rejects.toThrow(said);
  });

  it('is made by the next start where the first one ended before all was made', async () => {
    const dir = join(tempDir(), 'data');
    openDataDir(dir).release();
    const secret = readFileSync(join(dir, 'install-secret'), 'utf8');
    writeFileSync(join(dir, 'baton.db'), '');
    writeFileSync(join(dir, 'admin-secret'), 'half');
    await (await starting(dir)).stop();
    expect(readFileSync(join(dir, 'install-secret'), 'utf8')).toBe(secret);
    // From then on the folder is in use.
    renameSync(join(dir, 'baton.db'), join(dir, 'elsewhere.db'));
    await expect(starting(dir)).rejects.toThrow('is not there');
  });
});
