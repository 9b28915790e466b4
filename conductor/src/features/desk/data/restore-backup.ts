import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import { LAST_EPOCH_MS } from '../../../../../shared/protocol/index.ts';
import {
  BackupFault,
  hashOf,
  type Manifest,
  reasonOf,
  syncTree,
} from '../../../stores/sqlite/backup.ts';
import { DatabaseUnusable, openDatabase } from '../../../stores/sqlite/open-database.ts';
import {
  abandonRestore,
  beginRestore,
  BROUGHT,
  completeRestore,
  settleRestore,
} from '../../../stores/sqlite/restore-journal.ts';
import { createStepStore } from '../../../stores/sqlite/step-store.ts';
import type { SqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { createReader } from '../../../stores/sqlite/reader.ts';
import { strangenessOf } from '../../../stores/sqlite/strange-database.ts';
import { stopRestored } from './stop-restored.ts';
import { takenBackIn } from './taken-back.sqlite.ts';
import { limitAgain } from './taken-back.ts';
import { type Recovered, recoverRestored } from './steps/recover-restored.ts';

/** A manifest has five short fields. */
const MAX_MANIFEST_BYTES = 65_536;

export interface Restored extends Recovered {
  readonly backupMadeAt: number;
  /** The folder with what was there before; null: nothing was. */
  readonly keptAside: string | null;
  /** The outcome of an earlier restore that was cut short; null: there was none. */
  readonly earlier: string | null;
}

/**
 * Puts a backup in the place of a data folder's content, which is kept beside it. The caller holds the folder's lock.
 * All is checked, copied, and made ready for a later time, before anything is moved; a restore that is cut short after
 * that is finished by whoever opens the folder next. Throws BackupFault, or RestoreUnsettled for an earlier one.
 *
 * `isMine`: a person says that they made it. What a backup holds decides what runs and who is let in, so one that was not
 * made of this data folder counts only then.
 */
export async function restoreBackup(
  from: string,
  dataDir: string,
  {
    now,
    isMine,
    parts,
    complete,
  }: {
    readonly now: number;
    readonly isMine: boolean;
    readonly parts: SqliteImplementation;
    /** Adds to the copy what a backup brings none of, and a data folder cannot do without. Throws BackupFault. */
    readonly complete: (copy: string) => void;
  },
): Promise<Restored> {
  await refuseLinks(from); // guard: backup-links
  const manifest = await readManifest(from);
  await refuseLargerThanRoom(from, dataDir); // guard: backup-fits-disk
  if (!isMine && !(await isMadeOf(dataDir, from)))
    throw new BackupFault(
      `${from} was not made of the data in ${dataDir}. A backup decides what runs unasked, which browsers are let in and ` +
        'which messages go out. If it is none of yours, do not restore it; if you made it, add --mine.',
    );
  if ((await hashOf(join(from, 'baton.db'))) !== manifest.database_sha256)
    throw new BackupFault(`${from} is damaged: its database is not the one that was backed up.`);
  await checkArtifacts(join(from, 'artifacts'));
  const earlier = settleRestore(dataDir);
  const staged = `.restore-${randomUUID()}`;
  const aside = `before-restore-${new Date(now).toISOString().replaceAll(':', '-')}`;
  try {
    beginRestore(dataDir, { from, staged, aside });
  } catch (cause) {
    throw new BackupFault(`The backup could not be copied: ${reasonOf(cause)}.`, { cause });
  }
  let recovered: Recovered;
  try {
    const copy = join(dataDir, staged);
    await mkdir(copy, { recursive: true, mode: 0o700 });
    for (const part of BROUGHT) {
      if (existsSync(join(from, part)))
        await cp(join(from, part), join(copy, part), { recursive: true });
    }
    const takenBack = takenBackIn(join(dataDir, 'baton.db'));
    recovered = await recover(join(copy, 'baton.db'), parts, {
      backupMadeAt: manifest.created_at,
      takenBack,
      now,
    });
    complete(copy);
    await syncTree(copy);
  } catch (cause) {
    abandonRestore(dataDir);
    if (cause instanceof BackupFault) throw cause;
    throw new BackupFault(`The backup could not be copied: ${reasonOf(cause)}.`, { cause });
  }
  try {
    completeRestore(dataDir);
  } catch (cause) {
    throw new BackupFault(
      `The backup is copied, and could not be put in place: ${reasonOf(cause)}. The next start tries again.`,
      { cause },
    );
  }
  const kept = join(dataDir, aside);
  return {
    ...recovered,
    backupMadeAt: manifest.created_at,
    keptAside: existsSync(kept) ? kept : null,
    earlier: earlier.outcome === 'none' ? null : earlier.text,
  };
}

/** Makes the copy what a conductor may continue from. */
async function recover(
  file: string,
  parts: SqliteImplementation,
  input: Parameters<typeof recoverRestored.decide>[1],
): Promise<Recovered> {
  let db;
  try {
    const strange = strangenessOf(file);
    if (strange !== null) throw new BackupFault(`The backup cannot be used: ${strange}.`);
    db = openDatabase(file);
  } catch (cause) {
    if (cause instanceof DatabaseUnusable)
      throw new BackupFault(`The backup cannot be used: ${reasonOf(cause.cause)}.`, { cause });
    throw cause;
  }
  if (db.readOnly) {
    db.$client.close();
    throw new BackupFault('The backup was made by a newer Baton. Update Baton to restore it.');
  }
  const store = createStepStore(db, parts, { now: () => input.now, effects: () => undefined });
  try {
    const recovered = await store.run(recoverRestored, input);
    const read = createReader(db, parts.queries);
    await limitAgain(read, store, input.takenBack);
    await stopRestored(read, store, input.now);
    return recovered;
  } finally {
    await store.close();
  }
}

/** Tells whether a backup has the secret of the data folder, which no other folder has. */
async function isMadeOf(dataDir: string, from: string): Promise<boolean> {
  const [here, there] = await Promise.all(
    [dataDir, from].map((dir) => readFile(join(dir, 'install-secret'), 'utf8').catch(() => null)),
  );
  return here !== null && here === there; // guard: own-backup
}

async function readManifest(from: string): Promise<Manifest> {
  const file = join(from, 'manifest.json');
  let manifest: Partial<Manifest> | null;
  try {
    // guard: backup-manifest
    if ((await stat(file)).size > MAX_MANIFEST_BYTES) throw new Error(`${file} is too long`);
    manifest = JSON.parse(await readFile(file, 'utf8')) as Partial<Manifest> | null;
  } catch (cause) {
    throw new BackupFault(`${from} is no backup: ${reasonOf(cause)}.`, { cause });
  }
  if (manifest?.format !== 'baton-backup' || typeof manifest.database_sha256 !== 'string')
    throw new BackupFault(`${from} is no backup of Baton.`);
  if (manifest.version !== 1)
    throw new BackupFault(`${from} was made by a newer Baton. Update Baton to restore it.`);
  const { created_at: at } = manifest;
  if (!Number.isSafeInteger(at) || Number(at) < 0 || Number(at) > LAST_EPOCH_MS)
    throw new BackupFault(
      `${file}: created_at is a time in milliseconds since 1970. The backup was changed by hand.`,
    );
  return manifest as Manifest;
}

/** A link in a backup from elsewhere would bring in, or later hand out, a file that is none of ours. */
async function refuseLinks(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) await refuseLinks(path);
    else if (!entry.isFile()) throw new BackupFault(`${path} is no plain file.`);
  }
}

/**
 * Throws BackupFault when a backup is larger than the free space. Checked before any file is read: a file in a backup
 * can claim a size beyond any disk.
 */
async function refuseLargerThanRoom(from: string, dataDir: string): Promise<void> {
  const files = await readdir(from, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files.map(async (entry) =>
      entry.isFile() ? (await stat(join(entry.parentPath, entry.name))).size : 0,
    ),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const { bavail, bsize } = await statfs(dataDir);
  if (bytes > bavail * bsize)
    throw new BackupFault(
      `${from} takes ${bytes} bytes, and ${dataDir} has room for ${bavail * bsize}. Make room, then restore it.`,
    );
}

/** A file's name is the hash of its content, so the folder says by itself whether it is whole. */
async function checkArtifacts(dir: string): Promise<void> {
  for (const folder of await readdir(dir).catch(() => [])) {
    const names = await readdir(join(dir, folder)).catch(() => {
      throw new BackupFault(`${join(dir, folder)} is none of a backup's folders. Remove it.`);
    });
    for (const name of names) {
      if ((await hashOf(join(dir, folder, name))) !== `${folder}${name}`)
        throw new BackupFault(`The backup is damaged: artifact ${folder}${name} has changed.`);
    }
  }
}
