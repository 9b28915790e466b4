import { statSync } from 'node:fs';

/** What an agent is told decides what it does: nobody else may write it, and it has an end. Null: it may be read. */
export function faultOfOwnFile(file: string, maxBytes: number): string | null {
  const { mode, size } = statSync(file);
  if (size > maxBytes) return 'it is too long.';
  const isOthers = process.platform !== 'win32' && (mode & 0o022) !== 0;
  return isOthers ? `others may write it. Run: chmod go-w ${file}` : null;
}
