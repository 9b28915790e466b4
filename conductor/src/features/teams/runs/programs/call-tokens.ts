import { createHash, randomBytes } from 'node:crypto';

import type { RunWorker } from '../rows.ts';

/** 256 bits: nobody guesses one. */
const TOKEN_BYTES = 32;

/** Says whose program asks for something over HTTP. Nothing of it is stored: a program ends with its conductor. */
export interface CallTokens {
  /**
   * A token of a program that begins, which is told to it alone and is kept here as a digest.
   *
   * @param isAlive Whether the program runs still: its token ends with it.
   */
  readonly issue: (worker: RunWorker, isAlive: () => boolean) => string;
  /** Whose it is; null: nobody's, or nobody's any more. */
  readonly workerOf: (token: string) => RunWorker | null;
}

export function createCallTokens(): CallTokens {
  const issued = new Map<string, { readonly worker: RunWorker; readonly isAlive: () => boolean }>();
  return {
    issue(worker, isAlive) {
      for (const [digest, of] of issued) if (!of.isAlive()) issued.delete(digest);
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      issued.set(digestOf(token), { worker, isAlive });
      return token;
    },
    workerOf(token) {
      const found = issued.get(digestOf(token));
      return found?.isAlive() === true ? found.worker : null; // guard: worker-token
    },
  };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
