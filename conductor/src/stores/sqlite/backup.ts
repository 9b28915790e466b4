import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
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

/** `backup.json`: what a backup holds, with the hash of each file. */
export interface Manifest {
  readonly format: 'baton-backup';
  readonly version: 1;
  readonly baton: string;
  readonly created_at: number;
  readonly database_sha256: string;
}

/** Files and data that are copied into a backup. */
export interface BackupSource {
  readonly db: Db;
  readonly artifactsDir: string;
  readonly installSecretFile: string;
  readonly version: string;
}

/**
 * Copies everything into a new folder while the conductor continues: the database as of one moment, then the artifacts its
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

/** SHA-256 of a file, in hex. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (cause) {
    throw new BackupFault(`${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
  return hash.digest('hex');
}

/** Syncs a tree to disk: a file must be on disk before it is renamed into place. */
export async function syncTree(dir: string): Promise<void> {
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

/** Why an operation failed, for people. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause) {
    if (cause.code === 'ENOSPC') return 'the disk is full';
    if (cause.code === 'EACCES' || cause.code === 'EPERM') return 'it may not be written there';
    if (cause.code === 'ENOENT') return 'it is not there';
  }
  return cause instanceof Error ? cause.message : String(cause);
}
