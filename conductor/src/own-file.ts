import { statSync } from 'node:fs';

/**
 * Returns why a file for an agent may not be read; null: it may. Its text decides what the agent does: nobody else may
 * write it, and its length is limited.
 */
export function faultOfOwnFile(file: string, maxBytes: number): string | null {
  const { mode, size, uid } = statSync(file);
  if (size > maxBytes) return 'it is too long.';
  // Windows gives each user a folder of their own, and knows no modes.
  const own = process.getuid?.();
  if (own === undefined) return null;
  if (uid !== own && uid !== 0) return 'another user owns it, who may write it.';
  // guard: agent-file-owner
  return (mode & 0o022) === 0 ? null : `others may write it. Run: chmod go-w ${file}`;
}
