import type { Readable } from 'node:stream';

import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import { type ArtifactFiles, type ByteRange, isContentName } from './artifact-files.ts';
import type { Bucket } from './bucket.ts';
import type { NamedContent } from './queries.ts';

/**
 * The bytes of a content, or those from `start` up to and with `end`. What is no longer on this disk comes from the bucket:
 * a whole content by way of this disk, where its hash is looked at; a part of one straight from there. Fails with
 * `not_found` where nobody has it, `artifact_store_down` and `quota_exceeded`.
 */
export type OpenContent = (
  content: NamedContent,
  range?: ByteRange,
) => Promise<Result<Readable, CodedError>>;

export function createOpenContent({
  files,
  bucket,
  settings,
}: {
  readonly files: ArtifactFiles;
  /** Null: there is none. */
  readonly bucket: Bucket | null;
  readonly settings: SettingsNow;
}): OpenContent {
  const coming = new Map<string, Promise<Result<() => void, CodedError>>>();

  /** Fetches a content back. The content stays until the returned function is called. */
  async function bringBack(
    from: Bucket,
    { sha256, sizeBytes }: NamedContent,
  ): Promise<Result<() => void, CodedError>> {
    const got = await from.get(sha256, sizeBytes);
    if (!got.ok) return got;
    if (got.value === null) return gone();
    const { quota_bytes: quotaBytes } = settings.current().artifacts;
    let brokeOff = false;
    const bytes = got.value.once('error', () => (brokeOff = true));
    // guard: bucket-content
    const written = await files.write(bytes, { maxBytes: sizeBytes, quotaBytes, sha256 });
    if (written.ok) return ok(written.value.release);
    const text = 'What the bucket has of it is damaged, or did not come whole.';
    const isTheirs = brokeOff || written.error.code === 'invalid_request';
    return isTheirs ? err({ code: 'artifact_store_down', text }) : written;
  }

  return async (content, range) => {
    const here = await files.read(content.sha256, range);
    if (here !== null) return ok(here);
    if (bucket === null || !isContentName(content.sha256)) return gone(); // guard: bucket-names
    if (range !== undefined) {
      const part = await bucket.get(content.sha256, content.sizeBytes, range);
      if (!part.ok) return part;
      return part.value === null ? gone() : ok(part.value);
    }
    let one = coming.get(content.sha256);
    if (one === undefined) {
      one = bringBack(bucket, content).finally(() => coming.delete(content.sha256));
      coming.set(content.sha256, one);
    }
    const release = await one;
    if (!release.ok) return release;
    const back = await files.read(content.sha256);
    release.value();
    return back === null ? gone() : ok(back);
  };
}

function gone(): Result<never, CodedError> {
  return err({ code: 'not_found', text: 'The content of this artifact is gone.' });
}
