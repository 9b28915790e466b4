import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a file that only this user may read, whole or not at all: half of it would pass for the whole. A name that is taken
 * is refused.
 *
 * @throws what the system says; where it was not made, with the `syscall` "open".
 */
export async function writeNew(
  file: string,
  content: AsyncIterable<unknown> | Iterable<string>,
): Promise<void> {
  try {
    await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (cause) {
    if (!isUnopened(cause)) await rm(file, { force: true });
    throw cause;
  }
}

/** The file was not made. */
export function isUnopened(cause: unknown): cause is Error {
  return cause instanceof Error && 'syscall' in cause && cause.syscall === 'open';
}
