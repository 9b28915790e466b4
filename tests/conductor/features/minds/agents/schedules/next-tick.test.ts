import fc from 'fast-check';
import { expect, test } from 'vitest';

import { judgeTick } from '../../../../../../conductor/src/features/minds/agents/schedules/judge-tick.ts';
import {
  cronFault,
  momentOf,
  nextTick,
} from '../../../../../../conductor/src/features/minds/agents/schedules/next-tick.ts';

const BERLIN = 'Europe/Berlin';

const NONE = { cron: null, everyMs: null, at: null, timeZone: BERLIN, createdAt: 0 };

/** The next moments of a pattern, as clocks in Greenwich show them. */
function ticks(cron: string, from: string, count: number, timeZone = BERLIN): string[] {
  const shown: string[] = [];
  let after = Date.parse(from);
  while (shown.length < count) {
    const next = nextTick({ ...NONE, cron, timeZone }, after);
    if (next === null) break;
    shown.push(new Date(next).toISOString().slice(5, 16));
    after = next;
  }
  return shown;
}

test('a time of day that the clock leaps over is due once, right after the leap', () => {
  expect(ticks('30 2 * * *', '2026-03-28T00:00:00Z', 3)).toEqual([
    '03-28T01:30',
    '03-29T01:00',
    '03-30T00:30',
  ]);
  expect(ticks('30 2,14 * * *', '2026-03-28T20:00:00Z', 2)).toEqual(['03-29T01:00', '03-29T12:30']);
});

test('a time of day that the clock passes twice is due once, and each hour of that night is', () => {
  expect(ticks('30 2 * * *', '2026-10-24T00:00:00Z', 3)).toEqual([
    '10-24T00:30',
    '10-25T00:30',
    '10-26T01:30',
  ]);
  expect(ticks('0 * * * *', '2026-10-24T23:30:00Z', 3)).toEqual([
    '10-25T00:00',
    '10-25T01:00',
    '10-25T02:00',
  ]);
});

test('it is always later, in every zone, however the moment before it falls', () => {
  const zones = fc.constantFrom(BERLIN, 'America/St_Johns', 'Australia/Lord_Howe', 'UTC');
  const crons = fc.constantFrom('30 2 * * *', '*/7 * * * *', '0 0 1 * *', '15 1-3 * * 0', '@daily');
  const moments = fc.integer({
    min: Date.parse('2026-01-01T00:00:00Z'),
    max: Date.parse('2028-01-01T00:00:00Z'),
  });
  fc.assert(
    fc.property(crons, zones, moments, fc.integer({ min: 60_000, max: 1e9 }), (...drawn) => {
      const [cron, timeZone, after, everyMs] = drawn;
      expect(nextTick({ ...NONE, cron, timeZone }, after)).toBeGreaterThan(after);
      const createdAt = Date.parse('2026-12-01T00:00:00Z');
      const every = nextTick({ ...NONE, everyMs, createdAt }, after) ?? 0;
      expect(every).toBeGreaterThan(after);
      expect((every - createdAt) % everyMs).toBe(0);
      expect(every - Math.max(after, createdAt)).toBeLessThanOrEqual(everyMs);
    }),
    { numRuns: 200 },
  );
});

test('a single moment is due once, by the clocks of its zone', () => {
  const at = momentOf('2026-12-24T18:00:00', BERLIN);
  expect(at).toBe(Date.parse('2026-12-24T17:00:00Z'));
  expect(momentOf('2026-12-24T18:00:00+09:00', BERLIN)).toBe(Date.parse('2026-12-24T09:00:00Z'));
  expect(nextTick({ ...NONE, at }, Date.parse('2026-12-24T16:59:59Z'))).toBe(at);
  expect(nextTick({ ...NONE, at }, at ?? 0)).toBeNull();
});

test.each([
  ['0 8 * * 1-5', null],
  ['0 0 31 2 *', 'never comes.'],
  ['* * * * * *', expect.stringContaining('weekday')],
  ['61 * * * *', expect.stringContaining('weekday')],
  ['2026-12-24T18:00:00', expect.stringContaining('weekday')],
  ['at noon', expect.stringContaining('weekday')],
])('a pattern is taken, or it is said why not: %s', (cron, fault) => {
  expect(cronFault(cron, BERLIN, Date.parse('2026-11-23T00:00:00Z'))).toEqual(fault);
});

const MINUTE = 60_000;

test.each([
  ['is sent as it comes', 'skip', 'skip', 0, null, 'sent'],
  ['is sent a little late', 'skip', 'skip', MINUTE, 'finalized', 'sent'],
  ['is left out when nobody was there', 'skip', 'skip', MINUTE + 1, null, 'missed'],
  ['is sent later where one is wanted', 'once', 'skip', 99 * MINUTE, 'failed', 'sent'],
  ['gives way to the one before it', 'skip', 'skip', 0, 'acked', 'overlapped'],
  ['gives way to one that waits', 'skip', 'skip', 0, 'pending', 'overlapped'],
  ['waits behind the one before it', 'skip', 'queue', 0, 'acked', 'sent'],
  ['is not the second that waits', 'once', 'queue', 0, 'pending', 'overlapped'],
] as const)('a turn that is due %s', (_what, missed, overlap, late, last, outcome) => {
  expect(judgeTick({ missed, overlap }, { tick: 1_000, last, now: 1_000 + late })).toBe(outcome);
});
