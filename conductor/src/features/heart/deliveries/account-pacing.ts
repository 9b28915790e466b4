import { keptWait, LONGEST_NAMED_WAIT_MS } from './named-wait.ts';
import type { Account } from './rows.ts';

/** How fast messages may be sent with one account. */
export interface Pace {
  /** Minimum time between two messages. */
  readonly minSpacingMs: number;
  /** A random addition up to this: messages at even intervals look like a machine's. */
  readonly jitterMs: number;
  /** Maximum number of messages within the window; null: no such limit. */
  readonly rolling: { readonly maxSends: number; readonly windowMs: number } | null;
}

/**
 * Milliseconds of the first pause after a limit notice that names no time: doubled with each further notice, until a
 * message gets through.
 */
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

/** The earliest time (epoch ms) of the next message; now or earlier means at once. */
export function maySendAt({ nextSendAt, parkedUntil }: Account): number {
  return Math.max(nextSendAt, parkedUntil ?? 0);
}

type Moved = Pick<Account, 'nextSendAt' | 'recentSends' | 'updatedAt'>;

/**
 * The account after a message that is sent now.
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

/** Milliseconds added to the wait that a site names: its clock is not ours. */
const MARGIN_MS = 1_000;

/** The account after a limit notice. The time that the site named is kept, within reason, plus a second. */
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

/**
 * The account after a person said that the limit is over. If it is not, the wait that is guessed continues to double.
 */
export function unparked({ parksInRow }: Account, now: number): Parked {
  return { parkedUntil: null, parkReason: null, parksInRow, updatedAt: now };
}

/** The account after a message was accepted: there is no limit any more. */
export function afterSuccess(now: number): Parked {
  return { parkedUntil: null, parkReason: null, parksInRow: 0, updatedAt: now };
}
