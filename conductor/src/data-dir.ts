import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { makePrivate, NotPrivate } from './make-private.ts';
import { lockFile, runningFile } from './running-url.ts';
import { RestoreUnsettled, settleRestore } from './stores/sqlite/restore-journal.ts';
import { removeDurably, writeDurably } from './write-durably.ts';

/** 32 bytes in base64url. */
const SECRET = /^[\w-]{43}$/; // guard: whole-secrets

/** Names of files that show that a conductor ran here before. */
const TRACES = [
  'baton.db',
  'baton.db-wal',
  'install-secret',
  'admin-secret',
  'seal-key',
  'artifacts',
  'backups',
];

/** There until the first start has made all: what a crash left out is made by the next. */
export const UNFINISHED = 'setup-unfinished';

/** Browsers keep their own house in there (launcher/start-session.ts). */
const FOREIGN = ['profiles'];

/** The folder cannot be used; the message names it and says what to do. */
export class DataDirUnusable extends Error {}

export interface DataDir {
  readonly path: string;
  readonly databaseFile: string;
  readonly artifactsDir: string;
  readonly backupsDir: string;
  readonly mcpConfigFile: string;
  readonly modelsConfigFile: string;
  readonly bucketFile: string;
  /** File of the key that seals people's texts; made when something is sealed first. */
  readonly sealKeyFile: string;
  /** Agents that the person wrote. */
  readonly agentsDir: string;
  /** Skills that the person wrote. */
  readonly skillsDir: string;
  /** Keys the hashes of tokens and codes. Made once, at install. */
  readonly installSecret: Buffer;
  /** Secret that allows to administer the conductor: only this user can read its file. */
  readonly adminSecret: string;
  /** Nothing was ever kept here: what is not there may be made. */
  readonly isNew: boolean;
  /** All is made; what is missing from now on was lost. */
  noteMade(): void;
  /** Result of a restore that had been cut short, for the log; null: there was none. */
  readonly restoreNote: string | null;
  /** Tells other programs of this user where the conductor listens, until that is taken back. Throws DataDirUnusable. */
  noteRunning(url: string, version: string, startedAt: number): void;
  /** Before it stops listening: from then on whoever listens there is a stranger. */
  noteStopping(): void;
  /** Lets another conductor use the folder. A crash does so too. */
  release(): void;
}

/** Names inside a data folder. */
export function dataDirFiles(
  dir: string,
): Pick<
  DataDir,
  | 'databaseFile'
  | 'artifactsDir'
  | 'backupsDir'
  | 'mcpConfigFile'
  | 'modelsConfigFile'
  | 'bucketFile'
  | 'sealKeyFile'
  | 'agentsDir'
  | 'skillsDir'
> {
  return {
    databaseFile: join(dir, 'baton.db'),
    artifactsDir: join(dir, 'artifacts'),
    backupsDir: join(dir, 'backups'),
    mcpConfigFile: join(dir, 'mcp.json'),
    modelsConfigFile: join(dir, 'models.json'),
    bucketFile: join(dir, 'bucket.json'),
    sealKeyFile: join(dir, 'seal-key'),
    agentsDir: join(dir, 'agents'),
    skillsDir: join(dir, 'skills'),
  };
}

export function adminSecretFile(dir: string): string {
  return join(dir, 'admin-secret');
}

const LOOKED_AT_MS = 100;

/** Codes of the system and of SQLite for a full disk. */
const NO_ROOM: readonly string[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];

/**
 * Opens the folder of one conductor, making it where there is none. Secrets are made in a new folder alone, and where a
 * person says so. Throws DataDirUnusable.
 *
 * @param newSecrets Those that are lost or damaged are made anew: what was paired with them has to pair again.
 */
export function openDataDir(
  dir: string,
  { newSecrets = false }: { readonly newSecrets?: boolean } = {},
): DataDir {
  const lock = holdDataDir(dir);
  try {
    // One of before named an address that is nobody's now.
    rmSync(runningFile(dir), { force: true });
    const restoreNote = endRestore(dir); // guard: restore-ended
    const isNew =
      existsSync(join(dir, UNFINISHED)) || !TRACES.some((name) => existsSync(join(dir, name)));
    if (isNew) writeDurably(join(dir, UNFINISHED), '');
    const mayMake = isNew || newSecrets; // guard: secrets-once
    const adminSecret = secretOf(adminSecretFile(dir), mayMake);
    const installSecret = Buffer.from(secretOf(join(dir, 'install-secret'), mayMake), 'base64url');
    return {
      path: dir,
      ...dataDirFiles(dir),
      installSecret,
      adminSecret,
      isNew,
      restoreNote,
      noteMade() {
        if (isNew) removeDurably(join(dir, UNFINISHED));
      },
      noteRunning(url, version, startedAt) {
        const note = { url, version, pid: process.pid, started_at: startedAt };
        try {
          writeFileSync(runningFile(dir), `${JSON.stringify(note)}\n`, { mode: 0o600 });
        } catch (cause) {
          throw unusable(dir, cause);
        }
      },
      noteStopping() {
        rmSync(runningFile(dir), { force: true });
      },
      release() {
        rmSync(runningFile(dir), { force: true });
        lock.close();
      },
    };
  } catch (cause) {
    lock.close();
    throw unusable(dir, cause);
  }
}

/**
 * The folder for oneself, as long as the process lives, and private. An exclusive transaction is a lock that the system
 * gives back when the process dies, however it dies. Throws DataDirUnusable.
 */
export function holdDataDir(dir: string): { close(): void } {
  try {
    makePrivate(
      dir,
      FOREIGN.map((name) => join(dir, name)),
    );
    const file = lockFile(dir);
    closeSync(openSync(file, 'a', 0o600));
    // Whoever looks whether it is held has it for a moment.
    const lock = new Database(file, { timeout: LOOKED_AT_MS });
    try {
      lock.exec('begin exclusive');
      return lock;
    } catch (cause) {
      lock.close();
      throw cause;
    }
  } catch (cause) {
    throw unusable(dir, cause);
  }
}

/** Before anything is opened or made: an empty store must not take the place of one that was to come back. */
function endRestore(dir: string): string | null {
  const { outcome, text } = settleRestore(dir);
  if (outcome === 'empty') throw new DataDirUnusable(text);
  // One that an older Baton began brings none.
  if (outcome === 'finished') giveAdminSecret(dir);
  return outcome === 'none' ? null : text;
}

/** A backup brings no admin secret: a folder that one was brought back into gets its own. */
export function giveAdminSecret(dir: string): void {
  const file = adminSecretFile(dir);
  if (!existsSync(file)) makeSecret(file);
}

/** Whether a conductor would start with what the folder has for its install secret. */
export function hasInstallSecret(dir: string): boolean {
  const file = join(dir, 'install-secret');
  return (
    (statSync(file, { throwIfNoEntry: false })?.isFile() ?? false) &&
    SECRET.test(textOf(file) ?? '')
  );
}

/** Made anew, an install secret ends every pairing, and a database next to it has lost its owner: so not silently. */
function secretOf(file: string, mayMake: boolean): string {
  const found = textOf(file);
  // A crash or a full disk while it was written; an empty secret would let anyone in.
  if (found !== null && SECRET.test(found)) return found;
  if (mayMake) return makeSecret(file);
  const what = found === null ? 'is not there, and its folder was in use' : 'is damaged';
  throw new DataDirUnusable(
    `The file ${file} ${what}. Put it back from a backup, or start once with --new-secrets: ` +
      'a new one is made then, and browsers and programs have to be paired again.',
  );
}

function textOf(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

function makeSecret(file: string): string {
  const secret = randomBytes(32).toString('base64url');
  writeDurably(file, secret);
  return secret;
}

function unusable(dir: string, cause: unknown): DataDirUnusable {
  if (cause instanceof DataDirUnusable) return cause;
  if (cause instanceof RestoreUnsettled) return new DataDirUnusable(cause.message, { cause });
  if (cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_BUSY') {
    const text = `Another conductor uses ${dir}. Stop it, or choose another --data-dir.`;
    return new DataDirUnusable(text, { cause });
  }
  if (cause instanceof Error && 'code' in cause && NO_ROOM.includes(String(cause.code))) {
    const text = `Cannot use the data folder ${dir}: the disk is full. Make room, then start again.`;
    return new DataDirUnusable(text, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  const text = `Cannot use the data folder ${dir}: ${reason}`;
  const more =
    cause instanceof NotPrivate
      ? ' Or choose another --data-dir.'
      : '. Choose another with --data-dir.';
  return new DataDirUnusable(text + more, { cause });
}
