import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no letter that is taken for another. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** An id that sorts by time: `art_` and a ULID. Source: https://github.com/ulid/spec */
export function newArtifactId(now: number): string {
  let time = '';
  for (let rest = now; time.length < 10; rest = Math.floor(rest / 32))
    time = (DIGITS[rest % 32] ?? '') + time;
  const chance = Array.from(randomBytes(16), (byte) => DIGITS[byte % 32]).join('');
  return `art_${time}${chance}`;
}
