import type { Refusal } from './reply-event.ts';

/** As the wire's limit (shared/protocol/told-numbers.ts): a hundred years. */
export const LONGEST_TOLD_MS = 100 * 365 * 24 * 3_600_000;

/**
 * A wait that a site names, in whole milliseconds: what is out of reason must not cost the report it stands in. Null
 * where it is none.
 *
 * @param value As the site wrote it.
 * @param unitMs What one of it is, in milliseconds.
 */
export function toldWaitMs(value: unknown, unitMs: number): number | null {
  if (typeof value !== 'number' || !(value > 0)) return null;
  return Math.min(Math.ceil(value * unitMs), LONGEST_TOLD_MS);
}

/** How long a site that refuses, or breaks off, wants to be waited for; null: it named no time. */
export function waitOf(
  { retryAfterMs, retryAtMs }: Pick<Refusal, 'retryAfterMs' | 'retryAtMs'>,
  nowMs: number,
): number | null {
  if (retryAfterMs !== null || retryAtMs === undefined) return retryAfterMs;
  return toldWaitMs(retryAtMs - nowMs, 1) ?? 0;
}
