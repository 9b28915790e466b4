import { expect, it } from 'vitest';

import { ANY_SITE } from '../../../../extension/platforms/any-site.ts';
import { HOSTED } from '../../../../extension/platforms/registry.ts';
import {
  LONGEST_TOLD_MS,
  toldWaitMs,
  waitOf,
} from '../../../../extension/platforms/kit/told-wait.ts';
import { LONGEST_TOLD_MS as LONGEST_ON_THE_WIRE } from '../../../../shared/protocol/index.ts';

const NOW = 1_790_000_000_000;

it('is at most what the wire takes', () => {
  expect(LONGEST_TOLD_MS).toBe(LONGEST_ON_THE_WIRE);
});

it.each([
  [90, 1_000, 90_000],
  [0.1, 3_600_000, 360_000],
  [0.0001, 1, 1],
  [9e15, 1_000, LONGEST_TOLD_MS],
  [1e308, 1_000, LONGEST_TOLD_MS],
  [Number.POSITIVE_INFINITY, 1, LONGEST_TOLD_MS],
  [0, 1_000, null],
  [-5, 1_000, null],
  [Number.NaN, 1_000, null],
  ['90', 1_000, null],
  [null, 1_000, null],
  [{}, 1_000, null],
])('%j in units of %i ms is %j ms', (value, unitMs, waitMs) => {
  expect(toldWaitMs(value, unitMs)).toBe(waitMs);
});

it.each([
  [NOW + 1_500.5, 1_501],
  [NOW - 1, 0],
  [1e300, LONGEST_TOLD_MS],
])('until %d it is %i ms', (at, waitMs) => {
  expect(waitOf({ retryAfterMs: null, retryAtMs: at }, NOW)).toBe(waitMs);
});

const SILLY = [-1, 0, 0.1, 1.7, 2 ** 53 + 2, 9e15, 1e300, '7', null, true, []];
/** Every field by which a site names a wait or the end of one, and fields that none does. */
const bodyWith = (number: unknown): string => {
  const limit = { type: 'exceeded_limit', resetsAt: number };
  return JSON.stringify({
    type: 'message_limit',
    windowInMinutes: number,
    detail: { code: 'usage_limit', clears_in: number },
    success: false,
    data: { code: 'RateLimited', num: number },
    error: { code: 'RateLimited', num: number, message: JSON.stringify(limit) },
    retry_after: number,
  });
};

it.each([...HOSTED, ...ANY_SITE].map((platform) => [platform.name, platform] as const))(
  'a refusal of %s names no other wait, whatever the site says',
  (_name, platform) => {
    for (const number of SILLY) {
      const headers = { 'retry-after': String(number) };
      for (const heads of [headers, {}]) {
        const waitMs = waitOf(platform.readRefusal(429, heads, bodyWith(number)), NOW);
        const isWait = waitMs === null || (Number.isSafeInteger(waitMs) && waitMs >= 0);
        expect([number, waitMs, isWait]).toEqual([number, waitMs, true]);
        expect(waitMs ?? 0).toBeLessThanOrEqual(LONGEST_TOLD_MS);
      }
    }
  },
);
