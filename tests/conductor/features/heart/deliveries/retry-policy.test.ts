import { describe, expect, it } from 'vitest';

import { retryDelayMs } from '../../../../../conductor/src/features/heart/deliveries/retry-policy.ts';

const POLICY = { baseMs: 2_000, capMs: 60_000 };

const ALMOST_ONE = 1 - Number.EPSILON;

describe('the wait before another try', () => {
  it.each([
    [1, 2_000],
    [2, 4_000],
    [3, 8_000],
    [5, 32_000],
    [6, 60_000],
    [60, 60_000],
    [5_000, 60_000],
  ])('is, after try %i, at most %i ms', (attempt, longest) => {
    expect(retryDelayMs(POLICY, attempt, ALMOST_ONE, null)).toBe(longest);
  });

  it('is anywhere between nothing and its longest, as chance has it', () => {
    const waits = [0, 0.25, 0.5].map((random) => retryDelayMs(POLICY, 2, random, null));
    expect(waits).toEqual([0, 1_000, 2_000]);
  });

  it('is never shorter than what the site asked for', () => {
    expect(retryDelayMs(POLICY, 1, 0, 30_000)).toBe(30_000);
    expect(retryDelayMs(POLICY, 1, 0.5, 30_000)).toBe(31_000);
  });

  it('keeps a site that asks for more than the cap', () => {
    expect(retryDelayMs(POLICY, 1, 0, 3_600_000)).toBe(3_600_000);
  });

  it('keeps no site that asks for more than a week', () => {
    const week = 7 * 24 * 3_600_000;
    expect(retryDelayMs(POLICY, 1, 0, week)).toBe(week);
    for (const named of [week + 1, 9e15, Number.MAX_SAFE_INTEGER])
      expect(retryDelayMs(POLICY, 1, 0, named)).toBe(week);
  });

  it('takes a site at its word when it says at once', () => {
    expect(retryDelayMs(POLICY, 1, 0, 0)).toBe(0);
  });
});
