// Plain JavaScript, for any Node from 20 on: bootstrap.mjs asks it too.

import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Returns the file that runs an entry: its bundle, as long as nothing that went into it has changed since; else the entry
 * itself.
 */
export function newestProgram(entry) {
  return currentBundle(entry) ?? resolve(ROOT, entry);
}

/** Null where there is none, or an older one. */
export function currentBundle(entry) {
  try {
    const { programs, inputs } = JSON.parse(
      readFileSync(join(ROOT, 'dist', 'bundle.json'), 'utf8'),
    );
    const isCurrent = inputs.every(([path, changedMs]) => changedAt(path) === changedMs);
    return isCurrent && entry in programs ? join(ROOT, 'dist', programs[entry]) : null;
  } catch {
    return null;
  }
}

/** When a file of the project was last changed. */
export function changedAt(path) {
  return statSync(join(ROOT, path)).mtimeMs;
}
