import type { Clock } from '../../../engine/runtime.ts';

/** Longest time (ms) that a person may have been away: at a later start, the clock may have been set ahead. */
const LONGEST_AWAY_MS = 30 * 86_400_000;

/**
 * The time by which something may be lost for ever: never later than it is. A clock that somebody set ahead is believed
 * as far as a steady one has gone on since the start, and at the start up to a month after what was noted last. Where it
 * lags, as after a machine has slept, the next start has it catch up.
 *
 * @param newestAt When the newest event was noted; null: there is none.
 */
export function createBelievedClock({
  now,
  steadyNow,
  newestAt,
}: {
  readonly now: Clock;
  readonly steadyNow: () => number;
  readonly newestAt: number | null;
}): Clock {
  const began = newestAt ?? now();
  const start = Math.min(Math.max(now(), began), began + LONGEST_AWAY_MS);
  const steadyStart = steadyNow();
  return () => Math.min(now(), start + steadyNow() - steadyStart);
}
