import { Cron } from 'croner';

import type { Schedule } from './rows.ts';

/** The library takes a single moment as well. */
const PATTERN = /^(?:\S+ +){4}\S+$|^@[a-z]+$/i;

const NO_PATTERN = 'is minute, hour, day, month and weekday, as "0 8 * * 1-5".';

type Rhythm = Pick<Schedule, 'cron' | 'everyMs' | 'at' | 'timeZone' | 'createdAt'>;

/**
 * When the first turn after that moment is due (epoch ms); null: none is. A time of day that the clock leaps over is due
 * right after the leap, and one that it passes twice is due once.
 */
export function nextTick(
  { cron, everyMs, at, timeZone, createdAt }: Rhythm,
  after: number,
): number | null {
  if (cron !== null) return cronOf(cron, timeZone).nextRun(new Date(after))?.getTime() ?? null;
  if (everyMs !== null)
    return createdAt + Math.max(1, Math.floor((after - createdAt) / everyMs) + 1) * everyMs;
  return at !== null && at > after ? at : null;
}

/** Why that is no time that comes; null: it is one. */
export function cronFault(cron: string, timeZone: string, now: number): string | null {
  if (!PATTERN.test(cron)) return NO_PATTERN;
  try {
    const next = cronOf(cron, timeZone).nextRun(new Date(now));
    return next === null ? 'never comes.' : null;
  } catch {
    return NO_PATTERN;
  }
}

/** Returns the moment of a local time in the zone, unless the text names its own offset. Null: there is none. */
export function momentOf(text: string, timeZone: string): number | null {
  if (/(?:Z|[+-]\d\d:?\d\d)$/.test(text)) return Date.parse(text);
  return new Cron(text, { timezone: timeZone }).nextRun(new Date(0))?.getTime() ?? null;
}

function cronOf(cron: string, timeZone: string): Cron {
  return new Cron(cron, { timezone: timeZone, mode: '5-part', fixedTimeRule: 'no-wildcard' });
}
