import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

import type { Scope } from '../../../../../shared/model/scope.ts';

const LINK_LIFE_MS = 60_000;

/** Digits are valid for longer than a link: typing takes longer than opening. */
const DIGITS_LIFE_MS = 120_000;

/**
 * Number of wrong codes that makes all open digits invalid: a guesser has that many attempts in a million. A link
 * cannot be guessed.
 */
const MAX_WRONG = 5;

/** Most open links: more than anyone opens within their life. */
const MAX_OPEN = 20;

/** A request for a sign-in link. */
export interface LinkRequest {
  readonly scope: Scope;
  /** True for six digits as well. */
  readonly digits: boolean;
  /** The one who asked, if they may have only one open link: an earlier one of theirs becomes invalid. */
  readonly of?: string;
}

/** A sign-in link that can still be used. */
export interface LinkOffer {
  /** The code of the link: 256 random bits. */
  readonly code: string;
  readonly digits: string | null;
  readonly lifeMs: number;
}

/** Links that sign in one browser each, once. They are kept in memory only, since they are valid for a minute. */
export interface FaceLinks {
  offer(request: LinkRequest): LinkOffer;
  /** The scope that a code gives, for its first use. Null: it is wrong, used or too old. */
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

/** @param steadyNow A monotonic clock, in milliseconds. */
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
      open = open.filter(({ endsAt }) => endsAt > steadyNow()); // guard: face-link-life
      const found = open.find((one) =>
        [one.hash, one.digitsHash].some((own) => own !== null && timingSafeEqual(own, given)),
      );
      if (found !== undefined) {
        // In the turn that finds it: of two who race, one wins.
        open = open.filter((one) => one !== found); // guard: face-link-once
        return found.scope;
      }
      wrong = open.some(({ digitsHash }) => digitsHash !== null) ? wrong + 1 : 0;
      // guard: face-link-tries
      if (wrong >= MAX_WRONG) {
        open = open.map((one) => ({ ...one, digitsHash: null })); // guard: face-link-always
        wrong = 0;
      }
      return null;
    },
  };
}
