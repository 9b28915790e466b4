import { join } from 'node:path';

import type { DataDir } from '../../data-dir.ts';
import { createBackup } from './backup.ts';
import { checkRow, exportKeys, type ExportLine, exportLines } from './export-rows.ts';
import type { Db } from './open-database.ts';
import {
  countOld,
  type Cutoffs,
  forgetDownTo,
  forgetIdempotencyKeys,
  forgetOld,
  type Forgotten,
  newestEventAt,
  type OnKept,
  usedBytes,
  vacuum,
} from './retention.ts';
import { mergeSegments } from './search-index.ts';

/**
 * The data as a whole: copied, thinned out and carried away. What writes waits for another program's lock,
 * and throws NotCommitted where it waits in vain or the disk is full.
 */
export interface DataStore {
  /** Null: a new folder under the data folder's own backups. Throws BackupFault. */
  backup(
    target: string | null,
    now: number,
  ): Promise<{ readonly file: string; readonly bytes: number }>;
  countOld(cutoffs: Cutoffs): Promise<Forgotten>;
  forgetOld(cutoffs: Cutoffs): Promise<Forgotten>;
  forgetDownTo(maxBytes: number, now: number): Promise<Forgotten>;
  forgetIdempotencyKeys(before: number): Promise<void>;
  newestEventAt(): Promise<number | null>;
  /** Keeps searching fast; idle work, in small steps. */
  mergeSearchIndex(): Promise<void>;
  usedBytes(): Promise<number>;
  vacuum(): Promise<{ readonly before: number; readonly after: number }>;
  exportKeys(only: string | null): Promise<readonly string[]>;
  /** As its rows stand at one moment. */
  exportLines(conversationKey: string): Promise<readonly ExportLine[]>;
  /** Throws ImportFault. */
  checkRow(line: ExportLine): void;
}

/** The operations on the data as a whole, on an open database. */
export function createDataStore(
  db: Db,
  deps: {
    readonly dataDir: DataDir;
    readonly version: string;
    readonly onKept: OnKept;
  },
): DataStore {
  const { dataDir, version, onKept } = deps;
  return {
    backup(target, now) {
      const name = `baton-backup-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
      const source = {
        db,
        artifactsDir: dataDir.artifactsDir,
        installSecretFile: join(dataDir.path, 'install-secret'),
        version,
      };
      return createBackup(source, target ?? join(dataDir.backupsDir, name), now);
    },
    countOld: async (cutoffs) => countOld(db, cutoffs),
    forgetOld: (cutoffs) => forgetOld(db, cutoffs, onKept),
    forgetDownTo: (maxBytes, now) => forgetDownTo(db, maxBytes, now, onKept),
    forgetIdempotencyKeys: (before) => forgetIdempotencyKeys(db, before),
    newestEventAt: async () => newestEventAt(db),
    mergeSearchIndex: () => mergeSegments(db.$client),
    usedBytes: async () => usedBytes(db),
    vacuum: () => vacuum(db),
    exportKeys: async (only) => exportKeys(db, only),
    exportLines: async (key) => db.transaction(() => [...exportLines(db, key)]),
    checkRow: (line) => checkRow(db, line),
  };
}
