import type { Renewal } from '../../conversations/feature.ts';

const MINUTE_MS = 60_000;

const DAY_MINUTES = 1_440;

/** Minute of the local day of a zone (null: the machine's own) at a moment. */
export type MinuteOfDay = (timeZone: string | null, at: number) => number;

/** Consequence of a reply without actions. */
export type RenewalTurn =
  | { readonly go: true; readonly dueAt: number }
  | { readonly go: false; readonly reason: 'stop_phrase' | 'turn_limit' };

/** Decides whether a renewal continues after a reply without actions, and when. */
export function nextTurn(
  renewal: Renewal,
  replyText: string,
  now: number,
  minuteOfDay: MinuteOfDay,
): RenewalTurn {
  const { stopPhrase, turnsUsed, maxTurns, spacingMs } = renewal;
  if (stopPhrase !== null && replyText.toLowerCase().includes(stopPhrase.toLowerCase()))
    return { go: false, reason: 'stop_phrase' };
  if (turnsUsed >= maxTurns) return { go: false, reason: 'turn_limit' };
  return {
    go: true,
    dueAt: afterQuietHours(renewal, now + spacingMs, (at) => minuteOfDay(renewal.timeZone, at)),
  };
}

/** The time itself, or the end of the quiet hours that it is in. */
export function afterQuietHours(
  { quietFromMinute: from, quietToMinute: to }: Pick<Renewal, 'quietFromMinute' | 'quietToMinute'>,
  at: number,
  minuteOfDay: (at: number) => number,
): number {
  if (from === null || to === null || from === to) return at;
  const minute = minuteOfDay(at);
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return at;
  const minutesLeft = (to - minute + DAY_MINUTES) % DAY_MINUTES;
  const end = Math.floor(at / MINUTE_MS) * MINUTE_MS + minutesLeft * MINUTE_MS;
  // Where the clock was put forward or back in between, the span is not as long as it looks: look again.
  const off = to - minuteOfDay(end);
  return off === 0 || Math.abs(off) > 120 ? end : Math.max(at, end + off * MINUTE_MS);
}

/** The text of the next turn. */
export function renewalMessage({
  message,
  goal,
  stopPhrase,
  turnsUsed,
  maxTurns,
}: Renewal): string {
  if (message !== null) return message;
  const left = maxTurns - turnsUsed - 1;
  const stop = stopPhrase === null ? '' : ` When it is reached, write: ${stopPhrase}`;
  return `Please go on towards the goal: ${goal}\n(${left} further turns are planned.${stop})`;
}
