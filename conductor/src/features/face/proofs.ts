import { createPublicKey, type KeyObject, randomBytes, verify } from 'node:crypto';

import type { FaceKey } from './rows.ts';

const CHALLENGE_LIFE_MS = 60_000;

/** Challenges that pages sign to prove their session. */
export interface FaceProofs {
  challenge(sessionId: string): string;
  /** Checks a signature of the last challenge. The challenge cannot be used again, whatever the result. */
  check(session: { readonly sessionId: string; readonly host: string }, proof: Proof): boolean;
}

interface Proof {
  readonly key: FaceKey;
  /** As WebCrypto makes it: r and s concatenated, in base64url. */
  readonly signature: string;
}

/** @param steadyNow A monotonic clock, in milliseconds. */
export function createFaceProofs(steadyNow: () => number): FaceProofs {
  const challenges = new Map<string, { readonly text: string; readonly endsAt: number }>();
  return {
    challenge(sessionId) {
      const text = randomBytes(32).toString('base64url');
      challenges.set(sessionId, { text, endsAt: steadyNow() + CHALLENGE_LIFE_MS });
      return text;
    },
    check({ sessionId, host }, { key, signature }) {
      const given = challenges.get(sessionId);
      challenges.delete(sessionId);
      const publicKey = publicKeyOf(key);
      if (given === undefined || given.endsAt <= steadyNow() || publicKey === null) return false;
      // The address stands in it: what was signed for one is no proof at another.
      const signed = Buffer.from(`baton face proof\n${host}\n${given.text}`);
      const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
      return verify('sha256', signed, options, Buffer.from(signature, 'base64url'));
    },
  };
}

/** The public key; null if it is no point of the curve. */
export function publicKeyOf(key: FaceKey): KeyObject | null {
  try {
    return createPublicKey({ key: { ...key }, format: 'jwk' });
  } catch {
    return null;
  }
}
