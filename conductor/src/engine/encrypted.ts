import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
/** Random: with one key, some four billion values may be sealed before two are likely to share one. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The value as JSON, encrypted for one context: nonce, text and tag in base64url. */
export function encrypted(
  key: Buffer,
  context: string,
  value: string | number | boolean | object | null,
): string {
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
