import type { Readable } from 'node:stream';

import type { Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { ByteRange } from './artifact-files.ts';

/** A content that a browser fetches from the bucket itself. */
export interface LinkedContent {
  readonly sha256: string;
  readonly name: string;
  readonly mediaType: string;
}

/**
 * A store elsewhere that holds copies of contents, each under the SHA-256 of its bytes. Every failure is
 * `artifact_store_down`, with what a person can do about it.
 */
export interface Bucket {
  /** Place of the objects, without secrets: rows name it, so that those of another bucket do not count. */
  readonly place: string;
  /** Null: it can be used. */
  check(): Promise<CodedError | null>;
  /** Returns the length of a content in bytes; null: there is none. */
  sizeOf(sha256: string): Promise<Result<number | null, CodedError>>;
  /** Resolves once the bucket has all of the file, and has found that its bytes have that hash. */
  put(sha256: string, file: string, sizeBytes: number): Promise<Result<null, CodedError>>;
  /** Null: there is none. What comes is not proved to have that hash. */
  get(
    sha256: string,
    sizeBytes: number,
    range?: ByteRange,
  ): Promise<Result<Readable | null, CodedError>>;
  remove(sha256: string): Promise<Result<null, CodedError>>;
  /** An address at which whoever knows it can read that one content, for so many seconds. */
  link(content: LinkedContent, expiresInSec: number): Promise<Result<string, CodedError>>;
}
