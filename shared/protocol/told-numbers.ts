import * as z from 'zod/mini';

/**
 * Numbers that come from a site's words or a browser's clock. One that is out of reason must not cost the frame it
 * stands in: it is read as the nearest that is one, or as not told. What Baton counts itself (`seq`, `attempt`) is
 * refused instead: another number there would be another frame.
 */

/** A hundred years: whoever names more means for ever, and every sum with it is still a time. */
export const LONGEST_TOLD_MS = 100 * 365 * 24 * 3_600_000;
/** The last moment a Date can hold. */
export const LAST_EPOCH_MS = 8_640_000_000_000_000;

/** A wait in milliseconds that a site named; null: it named none, or what it named is no wait. */
export const toldWaitMs = z.pipe(
  z.transform(readWait),
  z.nullable(z.int().check(z.nonnegative(), z.maximum(LONGEST_TOLD_MS))),
);

/**
 * When a browser saw something. What is no time is read as the last there is: in the future, which its reader takes for
 * now.
 */
export const toldTime = z.pipe(
  z.transform(readTime),
  z.int().check(z.nonnegative(), z.maximum(LAST_EPOCH_MS)),
);

/** A tab's number, for people who look for a cause. */
export const toldTabId = z.catch(z.nullable(z.int()), null);

function readWait(value: unknown): number | null {
  if (!isNumber(value) || value < 0) return null; // guard: told-numbers
  return Math.min(Math.ceil(value), LONGEST_TOLD_MS);
}

function readTime(value: unknown): number {
  if (!isNumber(value)) return LAST_EPOCH_MS;
  return Math.min(Math.max(0, Math.floor(value)), LAST_EPOCH_MS);
}

/** JSON has no NaN; a number too large for a double comes as Infinity. */
function isNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}
