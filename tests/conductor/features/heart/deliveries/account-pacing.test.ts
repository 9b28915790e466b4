import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  afterLimit,
  afterSend,
  afterSuccess,
  maySendAt,
  newAccount,
  type Pace,
  unparked,
} from '../../../../../conductor/src/features/heart/deliveries/account-pacing.ts';
import { accountKeyOf } from '../../../../../shared/model/account-key.ts';

const MINUTE = 60_000;

const account = newAccount('chatgpt', 'chatgpt', 0);

const paces = fc.record({
  minSpacingMs: fc.nat({ max: 60_000 }),
  jitterMs: fc.nat({ max: 60_000 }),
  rolling: fc.option(
    fc.record({
      maxSends: fc.integer({ min: 1, max: 10 }),
      windowMs: fc.integer({ min: 1_000, max: 3_600_000 }),
    }),
  ),
}) satisfies fc.Arbitrary<Pace>;

describe('the pace of an account', () => {
  it('is kept, whatever it is and whenever there is something to send', () => {
    const waits = fc.array(
      fc.record({
        wait: fc.nat({ max: 120_000 }),
        chance: fc.double({ min: 0, max: 0.999, noNaN: true }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(paces, waits, (pace, moments) => {
        let now = 1_000_000;
        let state = account;
        const sends: number[] = [];
        for (const { wait, chance } of moments) {
          now = Math.max(now + wait, maySendAt(state));
          state = { ...state, ...afterSend(state, pace, now, chance) };
          sends.push(now);
        }
        sends.slice(1).forEach((at, index) => {
          expect(at - (sends[index] ?? 0)).toBeGreaterThanOrEqual(pace.minSpacingMs);
        });
        const { rolling } = pace;
        if (rolling === null) return;
        for (const end of sends) {
          const within = sends.filter((at) => at <= end && at > end - rolling.windowMs);
          expect(within.length).toBeLessThanOrEqual(rolling.maxSends);
        }
        // What is out of the window is not carried along.
        expect(state.recentSends.length).toBeLessThanOrEqual(rolling.maxSends + 1);
      }),
    );
  });

  it('does not hold back a first message', () => {
    expect(maySendAt(account)).toBe(0);
  });
});

describe('a site’s limit', () => {
  it('is kept to, with a second on top, where it names a time', () => {
    const parked = { ...account, ...afterLimit(account, 90_000, 'Too many.', 5_000) };
    expect(maySendAt(parked)).toBe(5_000 + 91_000);
    expect(parked.parkReason).toBe('Too many.');
  });

  it('without a time is guessed, longer each time, and never over six hours', () => {
    let state = account;
    const waits = Array.from({ length: 10 }, () => {
      const now = state.parkedUntil ?? 0;
      state = { ...state, ...afterLimit(state, null, 'limit', now) };
      return (state.parkedUntil ?? 0) - now;
    });
    expect(waits.slice(0, 3)).toEqual([5 * MINUTE, 10 * MINUTE, 20 * MINUTE]);
    expect(waits.at(-1)).toBe(360 * MINUTE);
  });

  it('is kept to for a week at most, and people are told so', () => {
    const parked = { ...account, ...afterLimit(account, 9e15, 'Too many.', 5_000) };
    expect(maySendAt(parked)).toBe(5_000 + 7 * 24 * 60 * MINUTE + 1_000);
    expect(parked.parkReason).toBe(
      'Too many. The site named 285388 years; Baton waits 7 days and looks again.',
    );
    const weekly = afterLimit(account, 7 * 24 * 60 * MINUTE, 'Weekly.', 0);
    expect(weekly.parkReason).toBe('Weekly.');
  });

  it('is not longer than a week for what was written down by a clock that was ahead', () => {
    const ahead = { ...account, parkedUntil: 9e15 };
    expect(afterLimit(ahead, 1_000, 'limit', 0).parkedUntil).toBe(7 * 24 * 60 * MINUTE + 1_000);
  });

  it('is over when a person says so, and the next guess is as long as it would have been', () => {
    let state = { ...account, ...afterLimit(account, null, 'limit', 0) };
    state = { ...state, ...unparked(state, 1) };
    expect(maySendAt(state)).toBe(0);
    expect(afterLimit(state, null, 'limit', 0).parkedUntil).toBe(10 * MINUTE);
  });

  it('never shortens one that was named before', () => {
    const long = { ...account, ...afterLimit(account, 3_600_000, 'limit', 0) };
    const again = { ...long, ...afterLimit(long, 1_000, 'limit', 10) };
    expect(again.parkedUntil).toBe(long.parkedUntil);
  });

  it('is over with the first message that gets through', () => {
    const parked = { ...account, ...afterLimit(account, null, 'limit', 0) };
    expect(maySendAt({ ...parked, ...afterSuccess(1) })).toBe(0);
  });
});

describe('whose limits they are', () => {
  it('is the account, where it is known, else the site', () => {
    expect(accountKeyOf('claude', null)).toBe('claude');
    expect(accountKeyOf('claude', 'hmac-1')).not.toBe(accountKeyOf('claude', 'hmac-2'));
  });
});
