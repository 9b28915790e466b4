import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { restoreBackup } from '../../../conductor/src/restore-backup.ts';
import { BackupFault } from '../../../conductor/src/stores/sqlite/backup.ts';
import { startTestConductor, tempDir, type TestConductor } from '../../kit/running-conductor.ts';

const DATABASE = 'baton.db';
const SECRET = 'install-secret';

/** Changes that a stranger makes to a backup before a person restores it. */
interface Tampering {
  readonly tries: string;
  readonly does: (backup: string) => void;
}

/** Changes the database as SQLite lets anybody, and has the manifest say that it is so. */
const sql =
  (...statements: readonly string[]) =>
  (backup: string): void => {
    const db = new Database(join(backup, DATABASE));
    db.unsafeMode(true);
    for (const statement of statements) db.exec(statement);
    db.close();
    sign(backup);
  };
/** Bytes of the database file, at a place of its header. */
const bytes =
  (at: number, ...values: readonly number[]) =>
  (backup: string): void => {
    const file = join(backup, DATABASE);
    const content = readFileSync(file);
    content.set(values, at);
    writeFileSync(file, content);
    sign(backup);
  };
const manifest =
  (change: (text: string) => string) =>
  (backup: string): void => {
    const file = join(backup, 'manifest.json');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  };
const sign = (backup: string): void => {
  const hash = createHash('sha256')
    .update(readFileSync(join(backup, DATABASE)))
    .digest('hex');
  manifest((text) => text.replace(/[0-9a-f]{64}/, hash))(backup);
};
const schema = (type: string, statement: string): string =>
  `pragma writable_schema = on; insert into sqlite_master values ('${type}', 'x', 'x', 0, '${statement}');`;
/** In place of one of its files, a link to the same content elsewhere. */
const linked =
  (name: string) =>
  (backup: string): void => {
    const away = `${backup}-${name}`;
    renameSync(join(backup, name), away);
    symlinkSync(away, join(backup, name));
  };

const REFUSED: readonly Tampering[] = [
  {
    tries: 'a trigger',
    does: sql('create trigger x after update on conversations begin select 1; end'),
  },
  {
    tries: 'a trigger that is temporary by name',
    does: sql(
      schema('trigger', 'create temp trigger x after insert on clients begin select 1; end'),
    ),
  },
  { tries: 'a view', does: sql('create view x as select 1') },
  {
    tries: 'a view in the place of a table',
    does: sql('alter table approvals rename to y', 'create view approvals as select * from y'),
  },
  { tries: 'a table of a module', does: sql('create virtual table x using fts5(y)') },
  {
    tries: 'a computed column',
    does: sql('alter table conversations add column x text as (title || title)'),
  },
  {
    tries: 'an index by an expression',
    does: sql('create index x on conversations (abs(version))'),
  },
  { tries: 'one table more', does: sql('create table x (y)') },
  { tries: 'one column less', does: sql('alter table conversations drop column title') },
  { tries: 'a table with the name of another case', does: sql('create table "SQLite stat1" (x)') },
  {
    tries: 'pages cut off',
    does: (backup) => {
      truncateSync(join(backup, DATABASE), 4_096 * 3);
      sign(backup);
    },
  },
  { tries: 'a page size of nothing', does: bytes(16, 0, 3) },
  { tries: 'a schema format from the future', does: bytes(44, 0, 0, 0, 99) },
  {
    tries: 'no database',
    does: (backup) => {
      writeFileSync(join(backup, DATABASE), 'nothing');
      sign(backup);
    },
  },
  {
    tries: 'a database that is a folder',
    does: (backup) => {
      rmSync(join(backup, DATABASE));
      mkdirSync(join(backup, DATABASE));
    },
  },
  { tries: 'a database that is a link', does: linked(DATABASE) },
  { tries: 'a secret that is a link', does: linked(SECRET) },
  { tries: 'a manifest that is a link', does: linked('manifest.json') },
  {
    tries: 'artifacts that are a link',
    does: (backup) => {
      mkdirSync(join(backup, 'artifacts'), { recursive: true });
      linked('artifacts')(backup);
    },
  },
  {
    tries: 'a pipe among the artifacts',
    does: (backup) => {
      mkdirSync(join(backup, 'artifacts', 'ab'), { recursive: true });
      execFileSync('mkfifo', [join(backup, 'artifacts', 'ab', 'cd')]);
    },
  },
  {
    tries: 'an artifact by another name than its hash',
    does: (backup) => {
      mkdirSync(join(backup, 'artifacts', 'ab'), { recursive: true });
      writeFileSync(join(backup, 'artifacts', 'ab', 'cd'), 'words');
    },
  },
  {
    tries: 'a file of this machine as an artifact',
    does: (backup) => {
      mkdirSync(join(backup, 'artifacts', 'ab'), { recursive: true });
      writeFileSync(`${backup}-other`, 'words');
      linkSync(`${backup}-other`, join(backup, 'artifacts', 'ab', 'cd'));
    },
  },
  {
    tries: 'a file of nothing that is longer than the disk',
    does: (backup) => truncateSync(join(backup, DATABASE), 2 ** 43),
  },
  { tries: 'an empty secret', does: (backup) => writeFileSync(join(backup, SECRET), '') },
  {
    tries: 'a secret of a thousand lines',
    does: (backup) => writeFileSync(join(backup, SECRET), 'a\n'.repeat(1_000)),
  },
  { tries: 'no secret', does: (backup) => rmSync(join(backup, SECRET)) },
  { tries: 'a manifest by its prototype', does: manifest((text) => `{"__proto__":${text}}`) },
  { tries: 'a manifest in a list', does: manifest((text) => `[${text}]`) },
  { tries: 'a manifest of ten megabytes', does: manifest((text) => text + ' '.repeat(10_000_000)) },
  {
    tries: 'a time after the last one',
    does: manifest((text) => text.replace(/"created_at": \d+/, '"created_at": 9e15')),
  },
  {
    tries: 'a time that is a text',
    does: manifest((text) => text.replace(/"created_at": (\d+)/, '"created_at": "$1"')),
  },
  {
    tries: 'a hash in capitals',
    does: manifest((text) =>
      text.replace(/[0-9a-f]{64}/, (hash) => hash.toUpperCase().replace(/^\d+/, 'A')),
    ),
  },
  {
    tries: 'a hash of another type',
    does: manifest((text) => text.replace(/"([0-9a-f]{64})"/, '["$1"]')),
  },
  {
    tries: 'numbers that are at their end',
    does: sql('update sqlite_sequence set seq = 9223372036854775807'),
  },
];

/** Files that a backup has no use for, and that a data folder would go by. */
const BESIDE = [
  'admin-secret',
  'mcp.json',
  'models.json',
  'bucket.json',
  'restore.json',
  'baton.db-wal',
  'baton.db-shm',
  'baton.db-journal',
  'agents/evil.md',
  'skills/evil/SKILL.md',
  'artifacts-of-others',
  'running.json',
];

let conductor: TestConductor;
let made: string;
let folders = 0;
beforeAll(async () => {
  conductor = await startTestConductor();
  await conductor.browser();
  made = join(conductor.dataDir, 'made');
  await conductor.admin('POST', '/v1/backups', { file: made });
});
afterAll(() => conductor.end());

function copy(): { readonly backup: string; readonly dataDir: string } {
  const dir = tempDir();
  const backup = join(dir, `backup-${(folders += 1)}`);
  cpSync(made, backup, { recursive: true });
  const dataDir = join(dir, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  return { backup, dataDir };
}

describe('a backup that a person says is theirs', () => {
  it('is restored as it was made', async () => {
    const { backup, dataDir } = copy();
    await restoreBackup(backup, dataDir, Date.now(), true);
    expect(existsSync(join(dataDir, DATABASE))).toBe(true);
  });

  it.each(REFUSED)('is not restored with $tries', async ({ does }) => {
    const { backup, dataDir } = copy();
    does(backup);
    await expect(restoreBackup(backup, dataDir, Date.now(), true)).rejects.toBeInstanceOf(
      BackupFault,
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.each(BESIDE)('does not bring %s', async (name) => {
    const { backup, dataDir } = copy();
    mkdirSync(join(backup, name, '..'), { recursive: true });
    writeFileSync(join(backup, name), 'brought by a stranger');
    await restoreBackup(backup, dataDir, Date.now(), true).catch((cause: unknown) => {
      expect(cause).toBeInstanceOf(BackupFault);
    });
    const all = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const brought = all.filter((one) =>
      readFileSync(join(one.parentPath, one.name)).includes('brought by a stranger'),
    );
    expect(brought).toEqual([]);
  });

  it('is not restored where nobody says so, whatever of it was changed', async () => {
    const { backup, dataDir } = copy();
    await expect(restoreBackup(backup, dataDir, Date.now())).rejects.toThrow(/--mine/);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
