import { keptWait } from './named-wait.ts';

/** The pauses between attempts, in milliseconds. */
export interface RetryPolicy {
  /** Maximum wait after the first failed attempt; it doubles with each further one. */
  readonly baseMs: number;
  /** Upper bound of the doubling. */
  readonly capMs: number;
}

/**
 * Exponential backoff with full jitter: a wait anywhere between nothing and the doubled base, so that many
 * jobs that failed together do not come back together. The site's own waiting time, where it named one,
 * is kept within reason, with the jitter on top.
 *
 * @param attempt Tries so far, from 1.
 * @param random From 0 up to 1.
 */
export function retryDelayMs(
  { baseMs, capMs }: RetryPolicy,
  attempt: number,
  random: number,
  retryAfterMs: number | null,
): number {
  const window = Math.min(capMs, baseMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(random * window) + (retryAfterMs === null ? 0 : keptWait(retryAfterMs).waitMs);
}
