import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, relative, resolve } from 'node:path';

import { err, ok, type Result } from '../../shared/lib/result.ts';

/**
 * The folder in which something is to run, links followed. The error says why it may not.
 *
 * @param roots Where it may lie; none: anywhere.
 * @param asked From the first root, or the person's own folder.
 */
export function folderWithin(
  roots: readonly string[],
  asked: string | undefined,
): Result<string, string> {
  const base = roots[0] ?? homedir();
  const wanted = resolve(base, asked ?? '.');
  try {
    const folder = realpathSync(wanted); // guard: terminal-roots
    if (!statSync(folder).isDirectory()) return err(`cwd: ${wanted} is no folder.`);
    if (roots.length > 0 && !roots.some((root) => isWithin(realpathSync(root), folder))) {
      return err(
        `cwd: ${wanted} lies outside of the folders that may be used: ${roots.join(', ')}.`,
      );
    }
    return ok(folder);
  } catch {
    return err(`cwd: there is no folder ${wanted}.`);
  }
}

/** The folder itself, or one below it. */
export function isWithin(root: string, folder: string): boolean {
  const way = relative(root, folder);
  return way !== '..' && !way.startsWith('../') && !way.startsWith('..\\') && !isAbsolute(way);
}
