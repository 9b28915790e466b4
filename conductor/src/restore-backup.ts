import { existsSync } from 'node:fs';

import { adminSecretFile, giveAdminSecret, hasInstallSecret } from './data-dir.ts';
import { SQLITE_PARTS } from './features.ts';
import { type Restored, restoreBackup as restoreWith } from './features/desk/data/feature.ts';
import { BackupFault } from './stores/sqlite/backup.ts';

export type { Restored } from './features/desk/data/feature.ts';

/**
 * Puts a backup in the place of a data folder's content while no conductor runs: see features/desk/data/restore-backup.ts.
 *
 * @param now Epoch milliseconds.
 */
export function restoreBackup(
  from: string,
  dataDir: string,
  now: number,
  isMine = false,
): Promise<Restored> {
  return restoreWith(from, dataDir, {
    now,
    isMine,
    parts: SQLITE_PARTS,
    // It comes with the data, by the same journal: made afterwards, a crash in between would leave the data without one.
    complete(copy) {
      // guard: backup-secret
      if (!hasInstallSecret(copy))
        throw new BackupFault(`${from} is damaged: its install-secret is no secret of Baton.`);
      if (!existsSync(adminSecretFile(dataDir))) giveAdminSecret(copy);
    },
  });
}
