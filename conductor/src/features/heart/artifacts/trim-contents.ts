import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { Reader } from '../../../engine/query.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import type { ArtifactFiles } from './artifact-files.ts';
import type { Bucket } from './bucket.ts';
import type { ArtifactCopy } from './rows.ts';
import * as artifacts from './queries.ts';

const PORTION = 100;

/**
 * Leaves room on this disk for a quarter of the quota, and for the largest artifact: contents that the bucket has go from
 * here, those first that have been there longest. None goes before the bucket has said once more that it has it.
 */
export async function trimContents(deps: {
  readonly bucket: Bucket;
  readonly files: ArtifactFiles;
  readonly read: Reader;
  readonly settings: SettingsNow;
  /** The bucket has it no more. */
  readonly lost: (copy: ArtifactCopy) => Promise<unknown>;
}): Promise<CodedError | null> {
  const { bucket, files, read, settings, lost } = deps;
  const { max_bytes: maxBytes, quota_bytes: quotaBytes } = settings.current().artifacts;
  const most = quotaBytes - Math.min(quotaBytes, Math.max(maxBytes, quotaBytes / 4));
  let after: ArtifactCopy | null = null;
  while ((await files.usedBytes()) > most) {
    const copies: readonly ArtifactCopy[] = await read.one(
      artifacts.copiesKept({
        place: bucket.place,
        after,
        limit: PORTION,
      }),
    );
    for (const copy of copies) {
      if ((await files.usedBytes()) <= most) return null;
      if ((await files.fileOf(copy.sha256)) === null) continue;
      const there = await bucket.sizeOf(copy.sha256);
      if (!there.ok) return there.error;
      if (there.value === copy.sizeBytes) files.remove([copy.sha256]); // guard: bucket-last-copy
      else await lost(copy);
    }
    after = copies.at(-1) ?? null;
    if (after === null) break;
  }
  return null;
}
