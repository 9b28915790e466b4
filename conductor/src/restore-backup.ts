import { SQLITE_PARTS } from './features.ts';
import { type Restored, restoreBackup as restoreWith } from './features/data/feature.ts';

export type { Restored } from './features/data/feature.ts';

/**
 * Puts a backup in the place of a data folder's content while no conductor runs: see features/data/restore-backup.ts.
 *
 * @param now Epoch milliseconds.
 */
export function restoreBackup(
  from: string,
  dataDir: string,
  now: number,
  isMine = false,
): Promise<Restored> {
  return restoreWith(from, dataDir, { now, isMine, parts: SQLITE_PARTS });
}
