import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

const MIN_SECRET_LENGTH = 32;

/** The folder cannot be used; the message names it and says what to do. */
export class DataDirUnusable extends Error {}

export interface DataDir {
  readonly path: string;
  readonly databaseFile: string;
  readonly artifactsDir: string;
  readonly backupsDir: string;
  readonly mcpConfigFile: string;
  /** Keys the hashes of tokens and codes. Made once, at install. */
  readonly installSecret: Buffer;
  /** Whoever can read this file may administer the conductor: this user and nobody else. */
  readonly adminSecret: string;
  /** Tells other programs of this user where the conductor listens, until it is released. */
  noteRunning(url: string, version: string, startedAt: number): void;
  /** Lets another conductor use the folder. A crash does so too. */
  release(): void;
}

/** Names inside a data folder. */
export function dataDirFiles(
  dir: string,
): Pick<DataDir, 'databaseFile' | 'artifactsDir' | 'backupsDir' | 'mcpConfigFile'> {
  return {
    databaseFile: join(dir, 'baton.db'),
    artifactsDir: join(dir, 'artifacts'),
    backupsDir: join(dir, 'backups'),
    mcpConfigFile: join(dir, 'mcp.json'),
  };
}

export function adminSecretFile(dir: string): string {
  return join(dir, 'admin-secret');
}

/** Where a running conductor says where it listens. After a crash it may name one that is gone. */
export function runningFile(dir: string): string {
  return join(dir, 'conductor.json');
}

/** Opens the folder of one conductor, making it where there is none. Throws DataDirUnusable. */
export function openDataDir(dir: string): DataDir {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const lock = holdLock(dir);
    return {
      path: dir,
      ...dataDirFiles(dir),
      installSecret: Buffer.from(secretFile(join(dir, 'install-secret')), 'base64url'),
      adminSecret: secretFile(adminSecretFile(dir)),
      noteRunning(url, version, startedAt) {
        const note = { url, version, pid: process.pid, started_at: startedAt };
        writeFileSync(runningFile(dir), `${JSON.stringify(note)}\n`, { mode: 0o600 });
      },
      release() {
        rmSync(runningFile(dir), { force: true });
        lock.close();
      },
    };
  } catch (cause) {
    if (cause instanceof DataDirUnusable) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DataDirUnusable(
      `Cannot use the data folder ${dir}: ${reason}. Choose another with --data-dir.`,
      { cause },
    );
  }
}

/** An exclusive transaction is a lock that the system gives back when the process dies, however it dies. */
export function holdLock(dir: string): Database.Database {
  const lock = new Database(join(dir, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (cause) {
    lock.close();
    if (cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_BUSY') {
      throw new DataDirUnusable(
        `Another conductor uses ${dir}. Stop it, or choose another --data-dir.`,
        { cause },
      );
    }
    throw cause;
  }
}

function secretFile(file: string): string {
  if (!existsSync(file))
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  chmodSync(file, 0o600);
  const secret = readFileSync(file, 'utf8').trim();
  // A crash or a full disk while it was written; an empty secret would let anyone in.
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new DataDirUnusable(`The file ${file} is damaged. Remove it to have a new one made.`);
  }
  return secret;
}
