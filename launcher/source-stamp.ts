import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tells one state of sources from another: folders and files, named from `root`. */
export function stampOf(root: string, sources: readonly string[]): string {
  const files = sources.flatMap((source) => {
    const path = join(root, source);
    return source.includes('.') ? [path] : filesIn(path);
  });
  return hashFiles(files);
}

/** Hashes all files of a folder. */
export function hashFolder(dir: string): string {
  return hashFiles(filesIn(dir));
}

function hashFiles(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.tsbuildinfo'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
