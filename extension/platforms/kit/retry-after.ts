import { at, firstPresent } from './json-value.ts';
import type { Refusal } from './reply-event.ts';
import { toldWaitMs } from './told-wait.ts';

const SECONDS =
  'retry_after retryAfter retry-after retry_after_seconds clears_in reset_after resets_in_seconds';
const MILLISECONDS = 'retry_after_ms retryAfterMs';
const MOMENT = 'resetsAt resets_at reset_at resetAt reset_time resetTime reset';
const SECOND_MS = 1_000;
/** Seconds since 1970 stay below this until 5138, milliseconds passed it in 1973. */
const LEAST_EPOCH_MS = 1e11;

/** When a limit ends, in any of the fields that sites have for it. */
export function retryAfterIn(limit: unknown): Pick<Refusal, 'retryAfterMs' | 'retryAtMs'> {
  const ms = at(limit, 'retryDelay') ?? firstPresent(limit, MILLISECONDS.split(' '));
  const retryAfterMs =
    typeof ms === 'number'
      ? toldWaitMs(ms, 1)
      : msOfSeconds(ms ?? firstPresent(limit, SECONDS.split(' ')));
  const retryAtMs = epochMsOf(firstPresent(limit, MOMENT.split(' ')));
  return { retryAfterMs, ...(retryAtMs !== null && { retryAtMs }) };
}

/** Also of a text, as in a header or in Google's `"34s"`; null for what is no number of seconds. */
export function msOfSeconds(seconds: unknown): number | null {
  const text = typeof seconds === 'number' ? String(seconds) : seconds;
  const isTold = typeof text === 'string' && /^\s*\d+(?:\.\d+)?\s*s?\s*$/.test(text);
  return isTold ? toldWaitMs(Number.parseFloat(text), SECOND_MS) : null;
}

/** With its time zone: without one, the browser's would count. */
const DATE = /^\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)$|^\w{3}, .* GMT$/;

/** A moment as a number since 1970, in seconds or milliseconds, or as a date; null for anything else. */
export function epochMsOf(moment: unknown): number | null {
  if (typeof moment === 'number' && moment > 0) {
    return moment < LEAST_EPOCH_MS ? moment * SECOND_MS : moment;
  }
  if (typeof moment !== 'string') return null;
  if (/^\d{9,13}$/.test(moment)) return epochMsOf(Number(moment));
  // oxlint-disable-next-line no-restricted-globals -- it reads a date, and asks no clock.
  const epochMs = DATE.test(moment) ? Date.parse(moment) : Number.NaN;
  return Number.isNaN(epochMs) ? null : epochMs;
}
