import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Recorded traffic lies beside the project, where it is present at all; it is never part of it. */
export const RECORDED_TRAFFIC = join(import.meta.dirname, '../../../shared/platforms/streams');

/** The text of a recorded stream; null where recordings are not present. */
export function recordedStream(name: string): string | null {
  const path = join(RECORDED_TRAFFIC, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
