import { buffer } from 'node:stream/consumers';

import { ok, type Result } from '../../../../../shared/lib/result.ts';
import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { headOf } from '../../../baa/cut-text.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Clock, Log, Store } from '../../../engine/runtime.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import type { ArtifactFiles, Content } from './artifact-files.ts';
import { newArtifactId } from './artifact-id.ts';
import type { ArtifactReader } from './artifact-reader.ts';
import type { OpenContent } from './open-content.ts';
import { fittingMediaType, fittingName, isText } from './media-type.ts';
import type { Artifact, StoredContent } from './rows.ts';
import { removeArtifact } from './steps/remove-artifact.ts';
import * as artifacts from './queries.ts';
import * as asks from './asks.ts';

/** Content on disk whose row is not committed yet. */
export interface Kept {
  readonly content: StoredContent;
  /** Releases the content. Call it once the row is committed, or never will be. */
  readonly release: () => void;
}

export interface WholeArtifact {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/**
 * Results that are too long for a message, or are no text, kept whole on disk; their rows say which conversation they
 * belong to.
 */
export interface Artifacts extends ArtifactReader {
  /**
   * Stores content. It is durable when this resolves. Fails with `quota_exceeded` over the limits of the settings, and
   * with `disk_full`. Never rejects.
   */
  keep(
    content: Content,
    about: { readonly name: string; readonly mediaType: string },
  ): Promise<Result<Kept, CodedError>>;
  readonly open: OpenContent;
  /** An artifact of that conversation, whole; null: it has none of that id. Fails as `open` does. */
  readWhole(
    conversationKey: ConversationKey,
    id: string,
    maxBytes: number,
  ): Promise<Result<WholeArtifact, CodedError> | 'too_large' | null>;
  /** Deletes an artifact. False if there is none of that id. */
  remove(artifactId: string, via: string): Promise<boolean>;
  /** Removes contents that no row names. It runs at start, and after rows were deleted. */
  collectGarbage(): Promise<{ readonly files: number; readonly freedBytes: number }>;
  usedBytes(): Promise<number>;
}

export function createArtifacts(deps: {
  readonly files: ArtifactFiles;
  readonly open: OpenContent;
  readonly store: Store;
  readonly read: Reader;
  readonly settings: SettingsNow;
  readonly now: Clock;
  readonly log: Log;
  /** Rows name contents that they did not, or no more. */
  readonly changed: () => void;
}): Artifacts {
  const { files, open, store, read, settings, now, log, changed } = deps;

  /** Removes unused contents. Nobody else gets a turn between the answer and the removal. */
  async function removeUnused(sha256s: readonly string[]): Promise<readonly [number, number]> {
    // Counted before anything goes, so that what goes is counted once.
    await files.usedBytes();
    const inUse = new Set(await read.one(artifacts.contentsInUse({ sha256s })));
    const unused = sha256s.filter((sha256) => !inUse.has(sha256));
    return [unused.length, files.remove(unused)];
  }

  async function ownArtifact(key: ConversationKey, id: string): Promise<Artifact | null> {
    const artifact = await read.one(artifacts.artifact({ artifactId: id }));
    return artifact?.conversationKey === key ? artifact : null; // guard: uploads-own
  }

  return {
    usedBytes: files.usedBytes,
    async keep(content, about) {
      const { max_bytes: maxBytes, quota_bytes: quotaBytes } = settings.current().artifacts;
      const written = await files.write(content, { maxBytes, quotaBytes });
      if (!written.ok) return written;
      const { sha256, sizeBytes, release } = written.value;
      const name = fittingName(about.name);
      const mediaType = fittingMediaType(about.mediaType);
      return ok({
        content: { artifactId: newArtifactId(now()), name, mediaType, sizeBytes, sha256 },
        release() {
          release();
          changed();
        },
      });
    },
    open,
    async readWhole(key, id, maxBytes) {
      const artifact = await ownArtifact(key, id);
      if (artifact === null) return null;
      const { name, mediaType, sizeBytes } = artifact;
      if (sizeBytes > maxBytes) return 'too_large';
      const opened = await open(artifact);
      if (!opened.ok) return opened;
      return ok({ name, mediaType, bytes: await buffer(opened.value) });
    },
    async remove(artifactId, via) {
      const removed = await store.run(removeArtifact, { artifactId, via, now: now() });
      if (removed !== null) await removeUnused([removed.sha256]);
      changed();
      return removed !== null;
    },
    async collectGarbage() {
      await files.clearLeftovers();
      const total = { files: 0, freedBytes: 0 };
      for await (const portion of files.portions()) {
        const [count, freed] = await removeUnused(portion);
        total.files += count;
        total.freedBytes += freed;
      }
      if (total.files > 0) log.info(total, 'artifacts that nothing names are removed');
      changed();
      return total;
    },

    list: (conversationKey, limit) => read.one(artifacts.artifactsOf({ conversationKey, limit })),
    async readSlice(conversationKey, id, { offset, length }) {
      const artifact = await ownArtifact(conversationKey, id);
      if (artifact === null) {
        const text = await read.one(asks.resultOf({ instructionId: id, conversationKey }));
        return text === null ? null : { kind: 'text', ...sliceOf(text.slice(offset), length) };
      }
      const { mediaType, sizeBytes, name } = artifact;
      if (!isText(mediaType)) return { kind: 'binary', name, mediaType, sizeBytes };
      const stream = await open(artifact);
      if (stream.ok) return { kind: 'text', ...(await decodedSlice(stream.value, offset, length)) };
      return stream.error.code === 'not_found' ? null : { kind: 'fault', error: stream.error };
    },
  };
}

/** Reads from the start: only so are characters counted as they were when the result was cut. */
async function decodedSlice(
  stream: AsyncIterable<Uint8Array>,
  offset: number,
  length: number,
): Promise<{ readonly text: string; readonly more: boolean }> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let position = 0;
  let found = '';
  for await (const chunk of stream) {
    const text = decoder.decode(chunk, { stream: true });
    found += text.slice(
      Math.max(0, offset - position),
      Math.max(0, offset + length + 1 - position),
    );
    position += text.length;
    if (found.length > length) break;
  }
  if (position <= offset + length) {
    const last = decoder.decode();
    found += last.slice(Math.max(0, offset - position));
  }
  return sliceOf(found, length);
}

function sliceOf(found: string, length: number): { readonly text: string; readonly more: boolean } {
  const text = headOf(found, length);
  return { text, more: found.length > text.length };
}
