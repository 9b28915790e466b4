import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { isWorkerOrigin } from '../../../../../shared/model/worker-origin.ts';
import type { Clock, IdSource } from '../../../engine/runtime.ts';
import type { Reader } from '../../../engine/query.ts';
import type { StepRunner } from '../../../engine/step.ts';
import type { Client } from './rows.ts';
import { pairClient } from './steps/pair-client.ts';
import * as browsers from './queries.ts';

/** How long a code is valid. */
const CODE_LIFE_MS = 10 * 60_000;

/**
 * How many wrong digits are heard in any ten minutes, from one Origin and from all. No code lives longer than that, so
 * whoever guesses finds one with at most 30 tries in a million: 0.003 % for each code that is open. A wrong try takes
 * nothing from anyone: the codes stay good, and another Origin has tries of its own. A browser sets the Origin of its
 * extensions itself; a program that makes up Origins can use all the tries up, and then the link still pairs.
 */
const MAX_WRONG_DIGITS = { fromOneOrigin: 5, fromAll: 30 } as const;

/** The short codes. Anything else is the code of a link: 192 random bits, which nobody guesses at any rate. */
const DIGITS = /^\d{6}$/;

/** `chrome-extension://` with an id, or `moz-extension://` with the UUID that each install makes for itself. */
const EXTENSION_ORIGIN =
  /^(chrome-extension:\/\/[a-p]{32}|moz-extension:\/\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export interface PairingOffer {
  /** Six digits, for the popup. */
  readonly code: string;
  /** The same offer as a long secret, for a link. It pairs however many wrong codes were tried. */
  readonly linkCode: string;
  readonly expiresAt: number;
}

export interface Claim {
  readonly code: string;
  readonly origin: string | undefined;
  readonly browser: { readonly name: string; readonly version: string };
  /** true: the request comes from another machine, or through a link from one. */
  readonly isDistant: boolean;
}

/**
 * Pairs browsers by one-time codes. A token is stored only as a keyed hash, and is valid for the Origin that paired.
 */
export interface Pairing {
  offer(): PairingOffer;
  claim(
    claim: Claim,
  ): Promise<Result<{ readonly clientId: string; readonly token: string }, CodedError>>;
  /** The paired browser behind a token, or null. The Origin must be the one it paired from. */
  authenticate(token: string, origin: string | undefined): Promise<Client | null>;
  /** Tells whether a paired browser has exactly this Origin. */
  knowsOrigin(origin: string | undefined): Promise<boolean>;
}

/**
 * @param installSecret Made at install and kept beside the database; keys the hashes.
 * @param steadyNow In milliseconds, by a clock that nobody sets: set back, it would have a code live for as much longer,
 *   and nobody try digits meanwhile.
 */
export function createPairing(
  store: StepRunner,
  read: Reader,
  installSecret: Buffer,
  now: Clock,
  newId: IdSource,
  steadyNow: () => number,
): Pairing {
  let offers: { readonly hashes: readonly Buffer[]; readonly endsAt: number }[] = [];
  let wrongDigits: { readonly origin: string; readonly at: number }[] = [];

  const hash = (secret: string) => createHmac('sha256', installSecret).update(secret).digest();

  /** Takes the offer away in the same turn that finds it: of two who race, one wins. */
  function consume(code: string): boolean {
    const given = hash(code);
    offers = offers.filter((offer) => offer.endsAt > steadyNow()); // guard: code-life
    const index = offers.findIndex(({ hashes }) =>
      hashes.some((one) => timingSafeEqual(one, given)),
    );
    if (index === -1) return false;
    offers.splice(index, 1); // guard: code-once
    return true;
  }

  function mayGuess(origin: string): boolean {
    wrongDigits = wrongDigits.filter(({ at }) => steadyNow() - at < CODE_LIFE_MS);
    const own = wrongDigits.filter((one) => one.origin === origin);
    return (
      // guard: code-tries
      // guard: code-tries-of-one
      own.length < MAX_WRONG_DIGITS.fromOneOrigin && wrongDigits.length < MAX_WRONG_DIGITS.fromAll
    );
  }

  return {
    offer() {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const linkCode = randomBytes(24).toString('base64url');
      const endsAt = steadyNow() + CODE_LIFE_MS;
      offers.push({ hashes: [hash(code), hash(linkCode)], endsAt });
      return { code, linkCode, expiresAt: now() + CODE_LIFE_MS };
    },

    async claim({ code, origin, browser, isDistant }) {
      const isWorker = origin !== undefined && isWorkerOrigin(origin);
      // guard: extension-pairs
      if (origin === undefined || !(isWorker || EXTENSION_ORIGIN.test(origin))) {
        const text = 'Only a browser extension or a worker can pair.';
        return err({ code: 'forbidden_origin', text });
      }
      const isShort = DIGITS.test(code);
      // A program makes up its Origin, and would have as many tries as it likes.
      // guard: worker-long-code
      if (isShort && isWorker) {
        return err({ code: 'pairing_code_invalid', text: 'A worker pairs by the code of a link.' });
      }
      // All of them may come at once, from anywhere.
      // guard: distant-digits
      if (isShort && isDistant) {
        const text = 'From another machine, pair by the link and not by its digits.';
        return err({ code: 'pairing_code_invalid', text });
      }
      // guard: link-always
      if (isShort && !mayGuess(origin)) {
        return err({
          code: 'too_many_attempts',
          text: 'Too many wrong digits. The link that came with them still pairs; digits do so again within ten minutes.',
        });
      }
      if (!consume(code)) {
        if (isShort) wrongDigits.push({ origin, at: steadyNow() });
        return err({ code: 'pairing_code_invalid', text: 'The code is wrong, used or expired.' });
      }
      const token = randomBytes(32).toString('base64url');
      const client: Client = {
        clientId: newId(),
        tokenHash: hash(token).toString('hex'), // guard: token-hashed
        origin,
        browserName: browser.name,
        browserVersion: browser.version,
        createdAt: now(),
        lastSeenAt: now(),
        revokedAt: null,
        lastReceivedSeq: 0,
        lastSentSeq: 0,
        version: 1,
      };
      await store.run(pairClient, { client });
      return ok({ clientId: client.clientId, token });
    },

    async authenticate(token, origin) {
      const tokenHash = hash(token);
      const client = await read.one(
        browsers.clientByTokenHash({
          tokenHash: tokenHash.toString('hex'),
        }),
      );
      // guard: token-of-its-origin
      if (client === null || client.revokedAt !== null || client.origin !== origin) return null;
      return timingSafeEqual(Buffer.from(client.tokenHash, 'hex'), tokenHash) ? client : null;
    },

    async knowsOrigin(origin) {
      if (origin === undefined) return false;
      const paired = await read.one(browsers.pairedClients());
      return paired.some((client) => client.origin === origin);
    },
  };
}
