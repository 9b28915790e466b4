import { createHash, randomInt, randomUUID } from 'node:crypto';
import { CANARIES } from './canaries.ts';

const DIFFICULTY = 64;
const EXPIRE_AFTER_MS = 300_000;

export interface Challenge {
  readonly algorithm: string;
  /** SHA-256 of `<salt>_<expire_at>_<answer>`, for one answer below `difficulty`. */
  readonly challenge: string;
  readonly salt: string;
  readonly signature: string;
  readonly difficulty: number;
  readonly expire_at: number;
  readonly target_path: string;
}

/** The site's guard against sends that its own page did not make: every send brings a fresh, solved challenge. */
export class ProofOfWork {
  readonly #expected = new Map<string, string>();

  challenge(targetPath: string): Challenge {
    const salt = randomUUID();
    const expireAt = Date.now() + EXPIRE_AFTER_MS;
    const answer = randomInt(DIFFICULTY);
    const signature = `${CANARIES.proofPrefix}${randomUUID()}`;
    this.#expected.set(`${signature}.${answer}`, targetPath);
    return {
      algorithm: 'SHA-256',
      challenge: createHash('sha256').update(`${salt}_${expireAt}_${answer}`).digest('hex'),
      salt,
      signature,
      difficulty: DIFFICULTY,
      expire_at: expireAt,
      target_path: targetPath,
    };
  }

  /** True once for each challenge, and for the path it was made for. */
  consume(proof: unknown, path: string): boolean {
    if (typeof proof !== 'string' || this.#expected.get(proof) !== path) return false;
    return this.#expected.delete(proof);
  }
}
