import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import * as z from 'zod';

const note = z.object({ url: z.url() });

/** Whose exclusive transaction holds the folder. */
export function lockFile(dir: string): string {
  return join(dir, 'lock.db');
}

/** Where a running conductor says where it listens. After a crash it may name one that is gone. */
export function runningFile(dir: string): string {
  return join(dir, 'conductor.json');
}

/**
 * Where the conductor of a data folder listens, as it noted there itself; null where none runs. Whoever listens at that
 * address then is a stranger: no secret goes there, and no order from there is followed.
 */
export function runningUrl(dir: string): string | null {
  try {
    // A crash leaves the note behind: another process may have its number by now, and a stranger its port.
    if (!isHeld(dir)) return null; // guard: secret-to-running
    return note.parse(JSON.parse(readFileSync(runningFile(dir), 'utf8'))).url;
  } catch {
    return null; // It does not run, or is just writing.
  }
}

/** Does a process hold the folder? Only one of its owner's can, and the system gives it back when that dies. */
function isHeld(dir: string): boolean {
  const file = lockFile(dir);
  if (!existsSync(file)) return false;
  const lock = new Database(file, { readonly: true, timeout: 0 });
  try {
    lock.prepare('select 1 from sqlite_schema').get();
    return false;
  } catch {
    return true;
  } finally {
    lock.close();
  }
}
