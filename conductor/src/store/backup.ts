import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  cp,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { Db } from './open-database.ts';

/** A backup that cannot be made or used; the message says why and what to do. Nothing was changed. */
export class BackupFault extends Error {}

interface Manifest {
  readonly format: 'baton-backup';
  readonly version: 1;
  readonly baton: string;
  readonly created_at: number;
  readonly database_sha256: string;
}

export interface BackupSource {
  readonly db: Db;
  readonly artifactsDir: string;
  readonly installSecretFile: string;
  readonly version: string;
}

/**
 * Copies everything into a new folder while the conductor goes on: the database as of one moment, then the artifacts its
 * rows name. The folder appears under its name only when it is whole. Throws BackupFault.
 */
export async function createBackup(
  { db, artifactsDir, installSecretFile, version }: BackupSource,
  target: string,
  now: number,
): Promise<{ readonly file: string; readonly bytes: number }> {
  if (!isAbsolute(target)) throw new BackupFault(`${target} is not an absolute path.`);
  if (existsSync(target)) throw new BackupFault(`${target} is there already; choose a new name.`);
  const draft = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const database = join(draft, 'baton.db');
    await db.$client.backup(database);
    await chmod(database, 0o600);
    await copyFile(installSecretFile, join(draft, 'install-secret'));
    let bytes = (await stat(database)).size;
    for (const sha256 of namedArtifacts(db))
      bytes += await keepArtifact(artifactsDir, draft, sha256);
    const manifest: Manifest = {
      format: 'baton-backup',
      version: 1,
      baton: version,
      created_at: now,
      database_sha256: await hashOf(database),
    };
    await writeFile(join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
    });
    await syncTree(draft);
    await rename(draft, target);
    return { file: target, bytes };
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    if (cause instanceof BackupFault) throw cause;
    throw new BackupFault(`The backup could not be written to ${target}: ${reasonOf(cause)}.`, {
      cause,
    });
  }
}

function namedArtifacts(db: Db): string[] {
  return db.$client
    .prepare<[], { sha256: string }>('select distinct sha256 from artifacts')
    .all()
    .map((row) => row.sha256);
}

/** Artifacts never change, so a second name for the same file is a copy that costs nothing. */
async function keepArtifact(artifactsDir: string, draft: string, sha256: string): Promise<number> {
  const [folder, name] = [sha256.slice(0, 2), sha256.slice(2)];
  const from = join(artifactsDir, folder, name);
  const into = join(draft, 'artifacts', folder);
  if (!existsSync(from)) return 0;
  await mkdir(into, { recursive: true, mode: 0o700 });
  await link(from, join(into, name)).catch(() => copyFile(from, join(into, name)));
  return (await stat(from)).size;
}

/**
 * Puts a backup in the place of a data folder's content, which is kept beside it. The caller holds the folder's lock.
 * Everything is checked before anything is moved. Throws BackupFault.
 */
export async function restoreBackup(
  from: string,
  dataDir: string,
  now: number,
): Promise<{ readonly keptAside: string | null }> {
  const manifest = await readManifest(from);
  await refuseLinks(from);
  if ((await hashOf(join(from, 'baton.db'))) !== manifest.database_sha256)
    throw new BackupFault(`${from} is damaged: its database is not the one that was backed up.`);
  await checkArtifacts(join(from, 'artifacts'));
  const draft = join(dataDir, `.restore-${randomUUID()}`);
  const aside = join(dataDir, `before-restore-${new Date(now).toISOString().replaceAll(':', '-')}`);
  const parts = ['baton.db', 'baton.db-wal', 'baton.db-shm', 'install-secret', 'artifacts'];
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    for (const part of parts) {
      if (existsSync(join(from, part))) {
        await cp(join(from, part), join(draft, part), { recursive: true });
      }
    }
    await syncTree(draft);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    throw new BackupFault(`The backup could not be copied: ${reasonOf(cause)}.`, { cause });
  }
  let moved = false;
  for (const part of parts) {
    if (!existsSync(join(dataDir, part))) continue;
    await mkdir(aside, { recursive: true, mode: 0o700 });
    await rename(join(dataDir, part), join(aside, part));
    moved = true;
  }
  for (const part of parts) {
    if (existsSync(join(draft, part))) await rename(join(draft, part), join(dataDir, part));
  }
  await rm(draft, { recursive: true, force: true });
  return { keptAside: moved ? aside : null };
}

async function readManifest(from: string): Promise<Manifest> {
  const file = join(from, 'manifest.json');
  let manifest: Partial<Manifest>;
  try {
    manifest = JSON.parse(await readFile(file, 'utf8')) as Partial<Manifest>;
  } catch (cause) {
    throw new BackupFault(`${from} is no backup: ${reasonOf(cause)}.`, { cause });
  }
  if (manifest.format !== 'baton-backup' || typeof manifest.database_sha256 !== 'string')
    throw new BackupFault(`${from} is no backup of Baton.`);
  if (manifest.version !== 1)
    throw new BackupFault(`${from} was made by a newer Baton. Update Baton to restore it.`);
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

/** A file's name is the hash of its content, so the folder says by itself whether it is whole. */
async function checkArtifacts(dir: string): Promise<void> {
  for (const folder of await readdir(dir).catch(() => [])) {
    for (const name of await readdir(join(dir, folder))) {
      if ((await hashOf(join(dir, folder, name))) !== `${folder}${name}`)
        throw new BackupFault(`The backup is damaged: artifact ${folder}${name} has changed.`);
    }
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (cause) {
    throw new BackupFault(`${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
  return hash.digest('hex');
}

/** What is renamed into place must be on disk before its name is. */
async function syncTree(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else await syncPath(path);
  }
  await syncPath(dir);
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause) {
    if (cause.code === 'ENOSPC') return 'the disk is full';
    if (cause.code === 'EACCES' || cause.code === 'EPERM') return 'it may not be written there';
    if (cause.code === 'ENOENT') return 'it is not there';
  }
  return cause instanceof Error ? cause.message : String(cause);
}
