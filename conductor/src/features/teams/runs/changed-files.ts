import { once } from 'node:events';
import type { Dirent } from 'node:fs';
import { lstat, opendir, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Folders that tools fill by themselves. */
const NOT_WORK: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.venv',
  '__pycache__',
  'node_modules',
]);

/** So much of a folder is looked at: entries, and milliseconds. */
const MAX_ENTRIES = 20_000;
const MAX_MS = 2_000;

/** So many are named. */
export const MAX_NAMED = 100;

/** Files of a folder that changed. */
export interface ChangedFiles {
  /** Number of files seen as changed. */
  readonly count: number;
  /** Their paths from the folder, sorted; not more than `MAX_NAMED`. They are whatever somebody named them. */
  readonly paths: readonly string[];
  /** There was more than is looked at. */
  readonly isPart: boolean;
}

/** Files seen so far. */
interface Seen {
  readonly paths: string[];
  isWhole: boolean;
}

/**
 * One look at a time: a mount that does not answer keeps a thread, and all that reads files has four together. Those
 * behind it see nothing, in time.
 */
let turn: Promise<unknown> = Promise.resolve();

/**
 * The files below a folder that were made, written or renamed since a moment (epoch ms). What was removed is not seen,
 * links are not followed, and nothing is opened or run: what stands in the folder may be anybody's. What cannot be looked
 * at is left out; a folder that has become a link, or is gone, has none.
 */
export async function changedFiles(folder: string, since: number): Promise<ChangedFiles> {
  const seen: Seen = { paths: [], isWhole: false };
  const late = AbortSignal.timeout(MAX_MS);
  const isLate = once(late, 'abort');
  turn = turn.then(() => look(folder, since, seen, late));
  await Promise.race([turn, isLate]);
  const { isWhole } = seen;
  const paths = seen.paths.toSorted();
  return { count: paths.length, paths: paths.slice(0, MAX_NAMED), isPart: !isWhole };
}

async function look(folder: string, since: number, seen: Seen, late: AbortSignal): Promise<void> {
  let left = MAX_ENTRIES;
  const isOver = (): boolean => left <= 0 || late.aborted;
  // Those above before those below, so that much of one kind far down hides nothing of the folder's own.
  const waiting = !isOver() && (await realFolder(folder)) === folder ? [folder] : [];
  for (let at = waiting.shift(); at !== undefined && !isOver(); at = waiting.shift())
    for await (const entry of entriesOf(at)) {
      if (isOver()) break;
      left -= 1;
      const path = join(at, entry.name);
      if (entry.isDirectory()) {
        if (!NOT_WORK.has(entry.name)) waiting.push(path);
      } else if (await isChanged(path, since)) seen.paths.push(relative(folder, path));
    }
  seen.isWhole = !isOver();
}

async function realFolder(folder: string): Promise<string | null> {
  try {
    return await realpath(folder);
  } catch {
    return null;
  }
}

/** None, where it cannot be read. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch {
    // It was removed meanwhile, or is another user's.
  }
}

/** Checks the inode change time: only the clock can set it back. */
async function isChanged(path: string, since: number): Promise<boolean> {
  try {
    return (await lstat(path)).ctimeMs >= since;
  } catch {
    return false;
  }
}
