import { createHash } from 'node:crypto';

import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { JsonValue } from '../../../baa/json-value.ts';
import { decrypted, encrypted } from '../../../engine/encrypted.ts';

/** Where a sealed value stands; it opens nowhere else. */
export interface SealedPlace {
  readonly table: string;
  readonly rowId: string;
  readonly column: string;
}

/**
 * - `seal_locked`: the key is not here.
 * - `seal_broken`: it was changed since, or was sealed for another place.
 */
export type SealFault = 'seal_locked' | 'seal_broken';

export interface SealKey {
  /** Names the key without telling anything of it. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** The keys of one data folder. */
export interface SealKeys {
  /** The one that new values are sealed with, made where there is none; null: what is there cannot be used. */
  own(): SealKey | null;
  find(id: string): SealKey | null;
  /** Has a new one from now on, beside those that are there; null: what is there cannot be used. */
  renew(): SealKey | null;
  /** Ids of all but its own. */
  others(): readonly string[];
}

/** Keeps texts of people from whoever reads the database without its key, as in a backup. */
export interface Sealer extends Pick<SealKeys, 'others'> {
  /** Has new values sealed with a new key. */
  renewKey(): Result<null, 'seal_locked'>;
  seal(place: SealedPlace, value: JsonValue): Result<string, 'seal_locked'>;
  /** Returns the unsealed value as JSON; the caller checks its shape. */
  open(place: SealedPlace, sealed: string): Result<unknown, SealFault>;
}

const VERSION = 'v1';
const SEALED = /^v1\.([\da-f]{16})\.([\w-]+)$/;

/** A sealed value is `v1.KEY.DATA`: AES-256-GCM over JSON, bound to its place. */
export function createSealer(keys: SealKeys): Sealer {
  return {
    others: () => keys.others(),
    renewKey: () => (keys.renew() === null ? err('seal_locked') : ok(null)),
    seal(place, value) {
      const own = keys.own();
      if (own === null) return err('seal_locked');
      const data = encrypted(own.key, contextOf(own.id, place), value);
      return ok(`${VERSION}.${own.id}.${data}`);
    },
    open(place, sealed) {
      const [, id, data] = SEALED.exec(sealed) ?? [];
      if (id === undefined || data === undefined) return err('seal_broken');
      const found = keys.find(id);
      if (found === null) return err('seal_locked');
      const opened = decrypted(found.key, contextOf(id, place), data);
      return opened === null ? err('seal_broken') : ok(opened.value);
    },
  };
}

export function sealKeyOf(key: Buffer): SealKey {
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 16), key };
}

/** No two places have the same. */
function contextOf(keyId: string, { table, rowId, column }: SealedPlace): string {
  return JSON.stringify([VERSION, keyId, table, rowId, column]); // guard: sealed-place
}
