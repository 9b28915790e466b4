import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Renewal } from '../../../../../../conductor/src/features/heart/conversations/rows.ts';
import { minuteOfDay } from '../../../../../../conductor/src/features/heart/replies/renewals/minute-of-day.ts';
import {
  afterQuietHours,
  nextTurn,
  renewalMessage,
} from '../../../../../../conductor/src/features/heart/replies/renewals/renewal.ts';

const MINUTE = 60_000;

const BERLIN = 'Europe/Berlin';

function renewal(more: Partial<Renewal> = {}): Renewal {
  return {
    conversationKey: 'chatgpt/a' as Renewal['conversationKey'],
    goal: 'a tidy garden',
    message: null,
    spacingMs: 10 * MINUTE,
    maxTurns: 5,
    turnsUsed: 0,
    stopPhrase: null,
    quietFromMinute: null,
    quietToMinute: null,
    timeZone: null,
    status: 'active',
    stopReason: null,
    dueAt: null,
    createdAt: 0,
    updatedAt: 0,
    version: 1,
    ...more,
  };
}

const noon = () => 12 * 60;

describe('a conversation that came to rest', () => {
  it('goes on after its spacing', () => {
    expect(nextTurn(renewal(), 'Done so far.', 1_000, noon)).toEqual({
      go: true,
      dueAt: 1_000 + 10 * MINUTE,
    });
  });

  it('stops at the phrase, however it is written', () => {
    const asked = renewal({ stopPhrase: 'All Done' });
    expect(nextTurn(asked, 'So: ALL DONE.', 0, noon)).toEqual({ go: false, reason: 'stop_phrase' });
    expect(nextTurn(asked, 'All is done.', 0, noon)).toMatchObject({ go: true });
  });

  it('stops when its turns are used up', () => {
    expect(nextTurn(renewal({ turnsUsed: 5 }), 'Hm.', 0, noon)).toEqual({
      go: false,
      reason: 'turn_limit',
    });
  });

  it('is told its goal, or what the person wrote', () => {
    expect(renewalMessage(renewal({ stopPhrase: 'DONE', turnsUsed: 2 }))).toBe(
      'Please go on towards the goal: a tidy garden\n(2 further turns are planned. When it is reached, write: DONE)',
    );
    expect(renewalMessage(renewal({ message: 'Next, please.' }))).toBe('Next, please.');
  });
});

describe('quiet hours', () => {
  const at = (local: string): number => Date.parse(local);
  const quiet = (from: number, to: number) => ({ quietFromMinute: from, quietToMinute: to });
  const berlin = (moment: number) => minuteOfDay(BERLIN, moment);

  it.each([
    ['before them', '2026-06-01T20:59:30+02:00', '2026-06-01T20:59:30+02:00'],
    ['as they begin', '2026-06-01T21:00:00+02:00', '2026-06-02T07:00:00+02:00'],
    ['over midnight', '2026-06-02T03:12:45+02:00', '2026-06-02T07:00:00+02:00'],
    ['as they end', '2026-06-02T07:00:00+02:00', '2026-06-02T07:00:00+02:00'],
    [
      'in the night the clock goes forward',
      '2026-03-28T23:00:00+01:00',
      '2026-03-29T07:00:00+02:00',
    ],
    ['in the night it goes back', '2026-10-24T23:00:00+02:00', '2026-10-25T07:00:00+01:00'],
  ])('%s', (_when, given, expected) => {
    const moved = afterQuietHours(quiet(21 * 60, 7 * 60), at(given), berlin);
    expect(new Date(moved).toISOString()).toBe(new Date(at(expected)).toISOString());
  });

  it('never send anything within them, nor earlier than asked, nor a day late', () => {
    const minutes = fc.integer({ min: 0, max: 1_439 });
    const moments = fc.integer({
      min: at('2026-01-01T00:00:00Z'),
      max: at('2027-01-01T00:00:00Z'),
    });
    const zones = fc.constantFrom(
      BERLIN,
      'Asia/Shanghai',
      'America/St_Johns',
      'Asia/Kathmandu',
      'UTC',
    );
    fc.assert(
      fc.property(minutes, minutes, moments, zones, (from, to, moment, zone) => {
        const local = (one: number) => minuteOfDay(zone, one);
        const moved = afterQuietHours(quiet(from, to), moment, local);
        expect(moved).toBeGreaterThanOrEqual(moment);
        expect(moved - moment).toBeLessThanOrEqual(25 * 60 * MINUTE);
        if (from === to) return;
        const minute = local(moved);
        const within = from < to ? minute >= from && minute < to : minute >= from || minute < to;
        // On the two days of the year that lack or repeat an hour the end may lie within it.
        if (within)
          expect(Math.abs(local(moved - 3_600_000) - local(moved) + 60) % 1_440).not.toBe(0);
      }),
      { numRuns: 500 },
    );
  });
});
