import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that only this user may read (on Windows the folder's rights decide), whole or not at all, whenever
 * the machine stops.
 */
export function writeDurably(file: string, content: string): void {
  const draft = `${file}.draft`;
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600); // guard: secret-files
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
  syncFolder(dirname(file));
}

export function removeDurably(file: string): void {
  rmSync(file, { force: true });
  syncFolder(dirname(file));
}

/** A name is on disk once its folder is; Windows keeps it by itself, and opens no folders. */
function syncFolder(dir: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(dir, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
