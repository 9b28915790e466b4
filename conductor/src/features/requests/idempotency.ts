import { createHash } from 'node:crypto';

import type { Clock, Store } from '../../engine/runtime.ts';
import { recallAnswer, rememberAnswer } from './steps/remember-answer.ts';

export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
}

export type Idempotent =
  | { readonly kind: 'answer'; readonly answer: KeptAnswer; readonly replayed: boolean }
  /** The key named another request before. */
  | { readonly kind: 'conflict' };

/** Answers a request that names itself once, and gives the same answer to whoever repeats it, over restarts too. */
export interface Idempotency {
  once(key: string, request: string, ask: () => Promise<KeptAnswer>): Promise<Idempotent>;
}

export function createIdempotency(store: Store, now: Clock): Idempotency {
  const running = new Map<
    string,
    { readonly hash: string; readonly answer: Promise<KeptAnswer> }
  >();

  return {
    async once(key, request, ask) {
      const hash = createHash('sha256').update(request).digest('base64url');
      const twin = running.get(key);
      if (twin !== undefined) {
        if (twin.hash !== hash) return { kind: 'conflict' };
        return { kind: 'answer', answer: await twin.answer, replayed: true };
      }
      const { promise, resolve, reject } = Promise.withResolvers<KeptAnswer>();
      // Only a twin may be waiting for it: nobody else hears of a failure.
      promise.catch(() => undefined);
      running.set(key, { hash, answer: promise });
      try {
        const known = await store.run(recallAnswer, { key });
        if (known !== null && known.requestHash !== hash) {
          reject(new Error('The key was used for another request.'));
          return { kind: 'conflict' };
        }
        if (known !== null) {
          const answer = { status: known.httpStatus, body: known.responseBody };
          resolve(answer);
          return { kind: 'answer', answer, replayed: true };
        }
        const answer = await ask();
        // A fault of ours is no answer: the same request may succeed next time.
        if (answer.status < 500) {
          const kept = {
            key,
            requestHash: hash,
            httpStatus: answer.status,
            responseBody: answer.body,
            createdAt: now(),
            version: 1,
          };
          await store.run(rememberAnswer, { answer: kept });
        }
        resolve(answer);
        return { kind: 'answer', answer, replayed: false };
      } catch (cause) {
        reject(cause);
        throw cause;
      } finally {
        running.delete(key);
      }
    },
  };
}
