import type { Reader } from '../../../../engine/query.ts';
import type { Clock, Store } from '../../../../engine/runtime.ts';
import type { ResponseSealer, StoredResponse } from './sealed-response.ts';
import { keepResponse } from './steps/keep-response.ts';
import * as idempotency from './queries.ts';

/** The outcome of a request with an Idempotency-Key. */
export type Idempotent =
  | { readonly kind: 'response'; readonly response: StoredResponse; readonly replayed: boolean }
  /** The key named another request before, or what was answered cannot be opened any more. */
  | { readonly kind: 'conflict' };

/** Handles a request that names itself once, and gives the same response to whoever repeats it, over restarts too. */
export interface Idempotency {
  /** Returns the seed for ids of the rows that a request makes, from the request's key. */
  idSeed(key: string): string;
  once(key: string, request: string, ask: () => Promise<StoredResponse>): Promise<Idempotent>;
}

/** Responses below 500 are stored with the data, sealed, so that a repeated request gets them after a restart too. */
export function createIdempotency(
  { store, read, now }: { readonly store: Store; readonly read: Reader; readonly now: Clock },
  sealer: ResponseSealer,
): Idempotency {
  const running = new Map<
    string,
    { readonly request: string; readonly response: Promise<StoredResponse> }
  >();

  return {
    idSeed: (key) => sealer.idSeed(key),
    async once(key, request, ask) {
      const twin = running.get(key);
      if (twin !== undefined) {
        if (twin.request !== request) return { kind: 'conflict' };
        return { kind: 'response', response: await twin.response, replayed: true };
      }
      const { promise, resolve, reject } = Promise.withResolvers<StoredResponse>();
      // Only a twin may be waiting for it: nobody else hears of a failure.
      promise.catch(() => undefined);
      running.set(key, { request, response: promise });
      try {
        const known = await read.one(idempotency.idempotencyKey({ key }));
        if (known !== null) {
          const response = sealer.open(key, request, known.sealed);
          if (response === null) {
            reject(new Error('The key was used for another request.'));
            return { kind: 'conflict' };
          }
          resolve(response);
          return { kind: 'response', response, replayed: true };
        }
        const response = await ask();
        // A fault of ours is no response to keep: the same request may succeed next time.
        if (response.status < 500) {
          const sealed = sealer.seal(key, request, response);
          const kept = { key, sealed, createdAt: now(), version: 1 };
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
