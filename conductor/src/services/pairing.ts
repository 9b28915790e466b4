import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

import type { CodedError } from '../../../shared/model/error-codes.ts';
import { err, ok, type Result } from '../../../shared/lib/result.ts';
import type { Client } from '../domain/rows.ts';
import { pairClient } from '../domain/steps/pair-client.ts';
import type { Clock, IdSource, Store } from './ports.ts';

/** How long a code may be used, once. */
const CODE_LIFE_MS = 10 * 60_000;
/** Wrong tries after which all open codes are void: six digits are not many. */
const MAX_WRONG_TRIES = 5;
/** Wrong tries are forgiven after this long. */
const FORGIVE_AFTER_MS = 60_000;

/** `chrome-extension://` with an id, or `moz-extension://` with the UUID that each install makes for itself. */
const EXTENSION_ORIGIN =
  /^(chrome-extension:\/\/[a-p]{32}|moz-extension:\/\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export interface PairingOffer {
  /** Six digits, for the popup. */
  readonly code: string;
  /** The same offer as a long secret, for a link. */
  readonly linkCode: string;
  readonly expiresAt: number;
}

export interface Claim {
  readonly code: string;
  readonly origin: string | undefined;
  readonly browser: { readonly name: string; readonly version: string };
}

/** Lets browsers in: one-time codes, tokens kept only as keyed hashes, each bound to the Origin that paired. */
export interface Pairing {
  offer(): PairingOffer;
  claim(
    claim: Claim,
  ): Promise<Result<{ readonly clientId: string; readonly token: string }, CodedError>>;
  /** The paired browser behind a token, or null. The Origin must be the one it paired from. */
  authenticate(token: string, origin: string | undefined): Client | null;
  /** Is this exact Origin one of a paired browser? */
  knowsOrigin(origin: string | undefined): boolean;
}

/** @param installSecret Made at install and kept beside the database; keys the hashes. */
export function createPairing(
  store: Store,
  installSecret: Buffer,
  now: Clock,
  newId: IdSource,
): Pairing {
  let offers: { readonly hashes: readonly Buffer[]; readonly expiresAt: number }[] = [];
  let wrongTries = 0;
  let lastWrongAt = 0;

  const hash = (secret: string) => createHmac('sha256', installSecret).update(secret).digest();

  /** Takes the offer away in the same turn that finds it: of two who race, one wins. */
  function consume(code: string): boolean {
    const given = hash(code);
    offers = offers.filter((offer) => offer.expiresAt > now());
    const index = offers.findIndex(({ hashes }) =>
      hashes.some((one) => timingSafeEqual(one, given)),
    );
    if (index === -1) return false;
    offers.splice(index, 1);
    return true;
  }

  return {
    offer() {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const linkCode = randomBytes(24).toString('base64url');
      const expiresAt = now() + CODE_LIFE_MS;
      offers.push({ hashes: [hash(code), hash(linkCode)], expiresAt });
      return { code, linkCode, expiresAt };
    },

    async claim({ code, origin, browser }) {
      if (origin === undefined || !EXTENSION_ORIGIN.test(origin)) {
        return err({ code: 'forbidden_origin', text: 'Only a browser extension can pair.' });
      }
      if (now() - lastWrongAt > FORGIVE_AFTER_MS) wrongTries = 0;
      if (wrongTries >= MAX_WRONG_TRIES) {
        return err({
          code: 'too_many_attempts',
          text: 'Too many wrong codes. Wait a minute and ask for a new one.',
        });
      }
      if (!consume(code)) {
        wrongTries += 1;
        lastWrongAt = now();
        if (wrongTries >= MAX_WRONG_TRIES) offers = [];
        return err({ code: 'pairing_code_invalid', text: 'The code is wrong, used or expired.' });
      }
      const token = randomBytes(32).toString('base64url');
      const client: Client = {
        clientId: newId(),
        tokenHash: hash(token).toString('hex'),
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

    authenticate(token, origin) {
      const tokenHash = hash(token);
      const client = store.clientByTokenHash(tokenHash.toString('hex'));
      if (client === null || client.revokedAt !== null || client.origin !== origin) return null;
      return timingSafeEqual(Buffer.from(client.tokenHash, 'hex'), tokenHash) ? client : null;
    },

    knowsOrigin: (origin) => origin !== undefined && store.pairedOrigins().includes(origin),
  };
}
