import { createHash, randomUUID } from 'node:crypto';
import { CANARIES } from './canaries.ts';

/**
 * The site's guard against sends that its own page did not make: every send needs a fresh token, got in
 * two steps with a proof of work, and good for one send only.
 */
export class OneTimeTokens {
  readonly #prepared = new Map<string, string>();
  readonly #minted = new Set<string>();
  readonly #conduits = new Set<string>();

  /** First step: a seed to work on. */
  prepare(): { prepareToken: string; seed: string } {
    const prepareToken = newToken('prepare');
    const seed = randomUUID();
    this.#prepared.set(prepareToken, seed);
    return { prepareToken, seed };
  }

  /** Second step: the proof against the token itself. Null when the proof is wrong or asked for twice. */
  finalize(prepareToken: string, proof: string): string | null {
    const seed = this.#prepared.get(prepareToken);
    this.#prepared.delete(prepareToken);
    if (seed === undefined || proof !== proofOf(seed)) return null;
    const token = newToken('requirements');
    this.#minted.add(token);
    return token;
  }

  /** True once per token. */
  consume(token: unknown): boolean {
    return typeof token === 'string' && this.#minted.delete(token);
  }

  newConduit(): string {
    const conduit = newToken('conduit');
    this.#conduits.add(conduit);
    return conduit;
  }

  isConduit(token: unknown): boolean {
    return typeof token === 'string' && this.#conduits.has(token);
  }
}

/** Returns the proof that the page has to work out from a seed. */
function proofOf(seed: string): string {
  return createHash('sha256').update(seed).digest('hex');
}

function newToken(kind: string): string {
  return `${CANARIES.tokenPrefix}${kind}-${randomUUID()}`;
}
