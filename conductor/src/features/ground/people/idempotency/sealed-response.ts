import { createHmac, hkdfSync } from 'node:crypto';

import { decrypted, encrypted } from '../../../../engine/encrypted.ts';

/** A stored response. */
export interface StoredResponse {
  readonly status: number;
  readonly body: string;
}

/** Keeps responses from whoever reads the database: a response is as secret as what it answers. */
export interface ResponseSealer {
  seal(key: string, request: string, response: StoredResponse): string;
  /** Null: it answered another request, or was sealed with another secret. */
  open(key: string, request: string, sealed: string): StoredResponse | null;
  /** Returns the same seed for the same key of a request. Nobody who reads the database can know it. */
  idSeed(key: string): string;
}

/**
 * Seals each response with a key of its own, made of the secret and the request. So nothing that is stored tells what was
 * asked, not even a digest.
 *
 * @param secret One that no backup holds.
 */
export function createResponseSealer(secret: string): ResponseSealer {
  const root = Buffer.from(hkdfSync('sha256', secret, '', 'responses of requests', 32));
  const seeds = Buffer.from(hkdfSync('sha256', secret, '', 'ids of requests', 32));
  const keyOf = (request: string): Buffer => createHmac('sha256', root).update(request).digest();
  return {
    seal: (key, request, { status, body }) =>
      encrypted(keyOf(request), key, JSON.stringify([status, body])), // guard: answers-sealed
    open(key, request, sealed) {
      const opened = decrypted(keyOf(request), key, sealed);
      if (opened === null) return null;
      const [status, body] = JSON.parse(String(opened.value)) as [number, string];
      return { status, body };
    },
    idSeed: (key) => createHmac('sha256', seeds).update(key).digest('base64url'),
  };
}
