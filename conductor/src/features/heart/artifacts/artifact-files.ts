import { createHash } from 'node:crypto';
import { type ReadStream, unlinkSync } from 'node:fs';
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';

/** Content that is durable on disk. */
export interface Written {
  readonly sha256: string;
  readonly sizeBytes: number;
  /**
   * Releases the content. Call it once a row names the content, or never will: until then the content is not removed.
   */
  readonly release: () => void;
}

export interface WriteLimits {
  readonly maxBytes: number;
  /** Bytes that all contents together may have. */
  readonly quotaBytes: number;
  /** The hash that it must have; of another it is refused with `invalid_request`. */
  readonly sha256?: string;
}

export type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

/** Contents on disk, each stored once under the SHA-256 of its bytes: `ab/cdef…`. Files are never changed. */
export interface ArtifactFiles {
  /** Resolves once the content is on disk and synced. Never rejects. */
  readonly write: (content: Content, limits: WriteLimits) => Promise<Result<Written, CodedError>>;
  /** Bytes from `start` up to and with `end`; null where there is no such content. */
  readonly read: (sha256: string, range?: ByteRange) => Promise<ReadStream | null>;
  /** The file of a content; null where there is none. */
  readonly fileOf: (sha256: string) => Promise<string | null>;
  /** All contents, in portions. */
  readonly portions: () => AsyncIterable<readonly string[]>;
  /** Removes the contents that nobody holds, synchronously. Gives the bytes that were freed. */
  readonly remove: (sha256s: readonly string[]) => number;
  /** Removes files that a crash left incomplete. */
  readonly clearLeftovers: () => Promise<void>;
  readonly usedBytes: () => Promise<number>;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const PORTION = 200;

const SHA256 = /^[0-9a-f]{64}$/; // guard: artifact-names

/** A name from a row may be anything; only a hash names a content, here or in a bucket. */
export function isContentName(name: string): boolean {
  return SHA256.test(name);
}

export function createArtifactFiles(dir: string, newId: () => string): ArtifactFiles {
  const tempDir = join(dir, 'tmp');
  /** Number of holders of a content that a row may be about to name. */
  const holders = new Map<string, number>();
  const writing = new Set<string>();
  const sizes = new Map<string, number>();
  let measured: Promise<void> | null = null;
  let keptBytes = 0;
  let unfinishedBytes = 0;

  /** A name from a row: whatever it is, it leads nowhere but into the folder. */
  function placeOf(sha256: string): string {
    if (!SHA256.test(sha256)) throw new Error('an artifact is named by the hash of its content');
    return join(dir, sha256.slice(0, 2), sha256.slice(2));
  }

  function noteSize(sha256: string, size: number | null): void {
    keptBytes += (size ?? 0) - (sizes.get(sha256) ?? 0);
    if (size === null) sizes.delete(sha256);
    else sizes.set(sha256, size);
  }

  function hold(sha256: string): () => void {
    holders.set(sha256, (holders.get(sha256) ?? 0) + 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      // A turn later: who learnt just now that no row named it has acted on that by then.
      setImmediate(() => {
        const left = (holders.get(sha256) ?? 1) - 1;
        if (left === 0) holders.delete(sha256);
        else holders.set(sha256, left);
      });
    };
  }

  /** Returns the bytes of all contents: counted on disk once, and updated from then on. */
  async function usedBytes(): Promise<number> {
    measured ??= (async () => {
      for await (const portion of portions()) {
        for (const sha256 of portion) {
          const found = await stat(placeOf(sha256)).catch(() => null);
          if (found !== null) noteSize(sha256, found.size);
        }
      }
    })();
    try {
      await measured;
    } catch (cause) {
      measured = null; // The next who asks counts anew; what was counted is not counted twice.
      throw cause;
    }
    return keptBytes;
  }

  async function* portions(): AsyncIterable<readonly string[]> {
    let portion: string[] = [];
    for (const shard of await namesIn(dir, /^[0-9a-f]{2}$/)) {
      for (const rest of await namesIn(join(dir, shard), /^[0-9a-f]{62}$/)) {
        portion.push(shard + rest);
        if (portion.length < PORTION) continue;
        yield portion;
        portion = [];
      }
    }
    if (portion.length > 0) yield portion;
  }

  async function write(
    content: Content,
    limits: WriteLimits,
  ): Promise<Result<Written, CodedError>> {
    const temp = join(tempDir, newId());
    let sizeBytes = 0;
    writing.add(temp);
    try {
      await usedBytes();
      await mkdir(tempDir, { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      const file = await open(temp, 'wx', 0o600);
      try {
        for await (const chunk of chunksOf(content)) {
          sizeBytes += chunk.length;
          unfinishedBytes += chunk.length;
          if (sizeBytes > limits.maxBytes) return err(tooLarge(limits.maxBytes));
          if (keptBytes + unfinishedBytes > limits.quotaBytes)
            return err(noRoom(limits.quotaBytes));
          hash.update(chunk);
          await file.writeFile(chunk);
        }
        await file.sync();
      } finally {
        await file.close();
      }
      const sha256 = hash.digest('hex');
      if (limits.sha256 !== undefined && limits.sha256 !== sha256) return err(ANOTHER);
      const release = hold(sha256);
      try {
        await putInPlace(temp, sha256, sizeBytes);
      } catch (cause) {
        release();
        throw cause;
      }
      return ok({ sha256, sizeBytes, release });
    } catch (cause) {
      return err(faultOf(cause));
    } finally {
      unfinishedBytes -= sizeBytes;
      writing.delete(temp);
      await unlink(temp).catch(() => undefined);
    }
  }

  async function putInPlace(temp: string, sha256: string, sizeBytes: number): Promise<void> {
    const place = placeOf(sha256);
    const there = await stat(place).catch(() => null);
    // Of another size it is what a failing disk left; the whole content takes its place.
    if (there?.size !== sizeBytes) {
      const shard = join(dir, sha256.slice(0, 2));
      await mkdir(shard, { recursive: true, mode: 0o700 });
      await rename(temp, place);
      await sync(shard);
      await sync(dir);
    }
    noteSize(sha256, sizeBytes);
  }

  return {
    write,
    usedBytes,
    portions,
    async read(sha256, range) {
      if (!SHA256.test(sha256)) return null;
      const file = await open(placeOf(sha256), 'r').catch(() => null);
      return file?.createReadStream(range) ?? null;
    },
    async fileOf(sha256) {
      if (!SHA256.test(sha256)) return null;
      const place = placeOf(sha256);
      return (await stat(place).catch(() => null)) === null ? null : place;
    },
    remove(sha256s) {
      let freed = 0;
      for (const sha256 of sha256s) {
        if (!SHA256.test(sha256) || holders.has(sha256)) continue;
        try {
          unlinkSync(placeOf(sha256));
          freed += sizes.get(sha256) ?? 0;
        } catch (cause) {
          if (codeOf(cause) !== 'ENOENT') throw cause;
        }
        noteSize(sha256, null);
      }
      return freed;
    },
    async clearLeftovers() {
      for (const name of await namesIn(tempDir, /./)) {
        const temp = join(tempDir, name);
        if (!writing.has(temp)) await unlink(temp).catch(() => undefined);
      }
    },
  };
}

async function* chunksOf(content: Content): AsyncIterable<Uint8Array> {
  if (typeof content === 'string') yield Buffer.from(content, 'utf8');
  else if (content instanceof Uint8Array) yield content;
  else yield* content;
}

async function namesIn(dir: string, fitting: RegExp): Promise<string[]> {
  try {
    return (await readdir(dir)).filter((name) => fitting.test(name));
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return [];
    throw cause;
  }
}

async function sync(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const ANOTHER: CodedError = { code: 'invalid_request', text: 'It is not what it was to be.' };

function tooLarge(maxBytes: number): CodedError {
  return { code: 'quota_exceeded', text: `An artifact may hold at most ${maxBytes} bytes.` };
}

function noRoom(quotaBytes: number): CodedError {
  return { code: 'quota_exceeded', text: `All artifacts together may hold ${quotaBytes} bytes.` };
}

function faultOf(cause: unknown): CodedError {
  const code = codeOf(cause);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return { code: 'disk_full', text: 'The disk is full.' };
  return { code: 'internal', text: `It could not be written (${code ?? 'unknown fault'}).` };
}

function codeOf(cause: unknown): string | null {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : null;
}
