import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

import type { Scope } from '../../../../shared/model/scope.ts';

const LINK_LIFE_MS = 60_000;

/** Typing takes longer than opening. */
const DIGITS_LIFE_MS = 120_000;

/** A wrong code more voids all open digits: whoever guesses has as many tries in a million. A link nobody guesses. */
const MAX_WRONG = 5;

/** More than anyone opens within their life. */
const MAX_OPEN = 20;

/** What a sign-in link is to give. */
export interface LinkRequest {
  readonly scope: Scope;
  /** Six digits too. */
  readonly digits: boolean;
  /** Who asked, where they may have no more than one open: an earlier one of theirs is void then. */
  readonly of?: string;
}

/** A sign-in link that can still be used. */
export interface LinkOffer {
  /** 256 bits. */
  readonly code: string;
  readonly digits: string | null;
  readonly lifeMs: number;
}

/** Links that sign a browser in to the web UI, each once. In memory only: they live for a minute. */
export interface FaceLinks {
  offer(request: LinkRequest): LinkOffer;
  /** What the code gives, to the first who brings it; null: it is wrong, used or too old. */
  take(code: string): Scope | null;
}

interface Open {
  readonly hash: Buffer;
  /** Null: it has no digits, or they are void. */
  readonly digitsHash: Buffer | null;
  readonly scope: Scope;
  readonly of: string | undefined;
  readonly endsAt: number;
}

/** @param steadyNow In milliseconds, by a clock that nobody sets. */
export function createFaceLinks(installSecret: Buffer, steadyNow: () => number): FaceLinks {
  let open: readonly Open[] = [];
  let wrong = 0;

  const hash = (code: string): Buffer =>
    createHmac('sha256', installSecret).update(`face link ${code}`).digest();

  return {
    offer({ scope, digits: wantsDigits, of }) {
      const code = randomBytes(32).toString('base64url');
      const digits = wantsDigits ? String(randomInt(1_000_000)).padStart(6, '0') : null;
      const lifeMs = wantsDigits ? DIGITS_LIFE_MS : LINK_LIFE_MS;
      const digitsHash = digits === null ? null : hash(digits);
      const others = open.filter((one) => of === undefined || one.of !== of);
      const offered = { hash: hash(code), digitsHash, scope, of, endsAt: steadyNow() + lifeMs };
      open = [...others, offered].slice(-MAX_OPEN);
      return { code, digits, lifeMs };
    },

    take(code) {
      const given = hash(code);
      open = open.filter(({ endsAt }) => endsAt > steadyNow());
      const found = open.find((one) =>
        [one.hash, one.digitsHash].some((own) => own !== null && timingSafeEqual(own, given)),
      );
      if (found !== undefined) {
        // In the turn that finds it: of two who race, one wins.
        open = open.filter((one) => one !== found);
        return found.scope;
      }
      wrong = open.some(({ digitsHash }) => digitsHash !== null) ? wrong + 1 : 0;
      if (wrong >= MAX_WRONG) {
        open = open.map((one) => ({ ...one, digitsHash: null }));
        wrong = 0;
      }
      return null;
    },
  };
}
