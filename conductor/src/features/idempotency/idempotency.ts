import { createHash } from 'node:crypto';

import type { Reader } from '../../engine/query.ts';
import type { Clock, Store } from '../../engine/runtime.ts';
import { keepResponse } from './steps/keep-response.ts';

/** A stored response. */
export interface StoredResponse {
  readonly status: number;
  readonly body: string;
}

/** What to do with a request that has an Idempotency-Key. */
export type Idempotent =
  | { readonly kind: 'response'; readonly response: StoredResponse; readonly replayed: boolean }
  /** The key named another request before. */
  | { readonly kind: 'conflict' };

/** Handles a request that names itself once, and gives the same response to whoever repeats it, over restarts too. */
export interface Idempotency {
  once(key: string, request: string, ask: () => Promise<StoredResponse>): Promise<Idempotent>;
}

/** Responses below 500 are stored with the data, so that a repeated request gets them after a restart too. */
export function createIdempotency(store: Store, read: Reader, now: Clock): Idempotency {
  const running = new Map<
    string,
    { readonly hash: string; readonly response: Promise<StoredResponse> }
  >();

  return {
    async once(key, request, ask) {
      const hash = createHash('sha256').update(request).digest('base64url');
      const twin = running.get(key);
      if (twin !== undefined) {
        if (twin.hash !== hash) return { kind: 'conflict' };
        return { kind: 'response', response: await twin.response, replayed: true };
      }
      const { promise, resolve, reject } = Promise.withResolvers<StoredResponse>();
      // Only a twin may be waiting for it: nobody else hears of a failure.
      promise.catch(() => undefined);
      running.set(key, { hash, response: promise });
      try {
        const known = await read.one({ query: 'idempotencyKey', key });
        if (known !== null && known.requestHash !== hash) {
          reject(new Error('The key was used for another request.'));
          return { kind: 'conflict' };
        }
        if (known !== null) {
          const response = { status: known.httpStatus, body: known.responseBody };
          resolve(response);
          return { kind: 'response', response, replayed: true };
        }
        const response = await ask();
        // A fault of ours is no response to keep: the same request may succeed next time.
        if (response.status < 500) {
          const kept = {
            key,
            requestHash: hash,
            httpStatus: response.status,
            responseBody: response.body,
            createdAt: now(),
            version: 1,
          };
          await store.run(keepResponse, { response: kept });
        }
        resolve(response);
        return { kind: 'response', response, replayed: false };
      } catch (cause) {
        reject(cause);
        throw cause;
      } finally {
        running.delete(key);
      }
    },
  };
}
