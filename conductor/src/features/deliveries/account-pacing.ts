import { keptWait, LONGEST_NAMED_WAIT_MS } from './named-wait.ts';
import type { Account } from './rows.ts';

/** How fast one account may be sent to. */
export interface Pace {
  /** Least time between two sends. */
  readonly minSpacingMs: number;
  /** Up to that much more, by chance: sends at even intervals look like a machine's. */
  readonly jitterMs: number;
  /** At most so many sends within the window; null: no such limit. */
  readonly rolling: { readonly maxSends: number; readonly windowMs: number } | null;
}

/** After a limit notice that names no time: doubles with each further one, until a message gets through. */
const FIRST_PARK_MS = 5 * 60_000;

const LONGEST_PARK_MS = 6 * 3_600_000;

export function newAccount(accountKey: string, platform: string, now: number): Account {
  return {
    accountKey,
    platform,
    nextSendAt: 0,
    parkedUntil: null,
    parkReason: null,
    parksInRow: 0,
    recentSends: [],
    updatedAt: now,
    version: 1,
  };
}

/** The earliest moment at which the account may be sent to; not after `now` means at once. */
export function maySendAt({ nextSendAt, parkedUntil }: Account): number {
  return Math.max(nextSendAt, parkedUntil ?? 0);
}

type Moved = Pick<Account, 'nextSendAt' | 'recentSends' | 'updatedAt'>;

/**
 * A message leaves now: when may the next one?
 *
 * @param random From 0 up to 1.
 */
export function afterSend(account: Account, pace: Pace, now: number, random: number): Moved {
  const { rolling } = pace;
  const spaced = now + pace.minSpacingMs + Math.round(random * pace.jitterMs);
  if (rolling === null) return { nextSendAt: spaced, recentSends: [], updatedAt: now };
  const recent = [...account.recentSends, now].filter((at) => at > now - rolling.windowMs);
  // With the window full, the next goes when the first that still counts has left it.
  const first = recent.at(-rolling.maxSends);
  const windowed = first === undefined ? 0 : first + rolling.windowMs;
  return { nextSendAt: Math.max(spaced, windowed), recentSends: recent, updatedAt: now };
}

type Parked = Pick<Account, 'parkedUntil' | 'parkReason' | 'parksInRow' | 'updatedAt'>;

/** On top of what a site names: its clock is not ours. */
const MARGIN_MS = 1_000;

/** The site named a limit. Its own time is kept to within reason, with a second on top. */
export function afterLimit(
  account: Account,
  retryAfterMs: number | null,
  reason: string,
  now: number,
): Parked {
  const guess = Math.min(LONGEST_PARK_MS, FIRST_PARK_MS * 2 ** Math.min(account.parksInRow, 20));
  const named = retryAfterMs === null ? null : keptWait(retryAfterMs);
  const until = now + (named === null ? guess : named.waitMs + MARGIN_MS);
  const longest = now + LONGEST_NAMED_WAIT_MS + MARGIN_MS;
  return {
    // Never shorter than what was named before, nor, should the clock have been set back since, longer than any may be.
    parkedUntil: Math.min(Math.max(until, account.parkedUntil ?? 0), longest),
    parkReason: named?.note ? `${reason} ${named.note}` : reason,
    parksInRow: account.parksInRow + 1,
    updatedAt: now,
  };
}

/** A person says that the limit is over. Whether it is, the next message shows: guesses continue from where they were. */
export function unparked({ parksInRow }: Account, now: number): Parked {
  return { parkedUntil: null, parkReason: null, parksInRow, updatedAt: now };
}

/** A message got through: the limit is over. */
export function afterSuccess(now: number): Parked {
  return { parkedUntil: null, parkReason: null, parksInRow: 0, updatedAt: now };
}
