import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Clock, Log, Store } from '../../../engine/runtime.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import type { ArtifactCopyEvent } from './artifact-copy.machine.ts';
import { type ArtifactFiles, isContentName } from './artifact-files.ts';
import type { Bucket } from './bucket.ts';
import type { NamedContent } from './queries.ts';
import { noteCopy } from './steps/note-copy.ts';
import { trimContents } from './trim-contents.ts';
import * as artifacts from './queries.ts';

const PORTION = 20;

/** Waits after a failure; the last of them from then on. */
const RETRY_MS = [1_000, 4_000, 15_000, 60_000, 300_000];

/** Keeps a bucket as the rows say: what an artifact names is there, what none names is not. */
export interface Copying {
  /** Does all that is to be done, unless a failure is waited out. */
  round(): Promise<void>;
  /** Rows have changed, or may have. */
  wake(): void;
  /** Why the last round ended early; null: it did not. */
  fault(): CodedError | null;
}

export function createCopying(deps: {
  readonly bucket: Bucket;
  readonly files: ArtifactFiles;
  readonly store: Store;
  readonly read: Reader;
  readonly settings: SettingsNow;
  readonly now: Clock;
  readonly steadyNow: () => number;
  readonly log: Log;
}): Copying {
  const { bucket, files, store, read, settings, now, steadyNow, log } = deps;
  const { place } = bucket;
  let isAwake = true;
  let fault: CodedError | null = null;
  let failures = 0;
  let dueAt = 0;
  /** Gone from here before it was there; what a row names and nobody has holds up nothing else. */
  const nowhere = new Set<string>();

  const note = (content: NamedContent, event: ArtifactCopyEvent | null) =>
    store.run(noteCopy, { ...content, place, event, now: now() });

  async function copy(content: NamedContent): Promise<CodedError | null> {
    await note(content, null);
    const there = await bucket.sizeOf(content.sha256);
    if (!there.ok) return there.error;
    if (there.value !== content.sizeBytes) {
      const file = await files.fileOf(content.sha256);
      if (file === null) {
        nowhere.add(content.sha256);
        return null;
      }
      const put = await bucket.put(content.sha256, file, content.sizeBytes);
      if (!put.ok) return put.error;
    }
    await note(content, { type: 'KEPT' });
    return null;
  }

  async function doAll(): Promise<CodedError | null> {
    for (;;) {
      isAwake = false;
      const limit = PORTION + nowhere.size;
      const named = await read.one(artifacts.contentsToCopy({ place, limit }));
      const missing = named.filter(({ sha256 }) => !nowhere.has(sha256) && isContentName(sha256));
      for (const content of missing) {
        const failed = await copy(content);
        if (failed !== null) return failed;
      }
      const unnamed = await read.one(artifacts.copiesToRemove({ place, limit: PORTION }));
      for (const row of unnamed) {
        if (row.status !== 'removing') await note(row, { type: 'DROP' });
        const removed = await bucket.remove(row.sha256);
        if (!removed.ok) return removed.error;
        await note(row, { type: 'REMOVED' });
      }
      if (missing.length + unnamed.length === 0) break;
    }
    return trimContents({
      bucket,
      files,
      read,
      settings,
      lost: (row) => note(row, { type: 'LOST' }),
    });
  }

  return {
    wake: () => void (isAwake = true),
    fault: () => fault,
    async round() {
      if (!isAwake || steadyNow() < dueAt) return;
      fault = await doAll();
      if (fault === null) {
        failures = 0;
        return;
      }
      isAwake = true;
      dueAt = steadyNow() + (RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0);
      if (failures === 0) log.warn({ fault: fault.text }, 'artifacts are not copied');
      failures += 1;
    },
  };
}
