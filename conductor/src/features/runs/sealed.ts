import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import type { JsonValue } from '../../baa/json-value.ts';

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
  /** What was sealed, as JSON; the caller checks its shape. */
  open(place: SealedPlace, sealed: string): Result<unknown, SealFault>;
}

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const SEALED = /^v1\.([\da-f]{16})\.([\w-]+)$/;
/** Random: with one key, some four billion values may be sealed before two are likely to share one. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

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

/** The value as JSON, encrypted for one context: nonce, text and tag in base64url. */
export function encrypted(key: Buffer, context: string, value: JsonValue): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  cipher.setAAD(Buffer.from(context));
  const text = [cipher.update(JSON.stringify(value), 'utf8'), cipher.final()];
  return Buffer.concat([nonce, ...text, cipher.getAuthTag()]).toString('base64url');
}

/** Null: another key, another context, or it was changed. */
export function decrypted(
  key: Buffer,
  context: string,
  data: string,
): { readonly value: unknown } | null {
  const bytes = Buffer.from(data, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  // Of several spellings of the same bytes one is its own.
  if (bytes.toString('base64url') !== data) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
    return { value: JSON.parse(Buffer.concat(text).toString('utf8')) as unknown };
  } catch {
    return null;
  }
}
