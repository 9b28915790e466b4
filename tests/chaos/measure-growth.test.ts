import { expect, test } from 'vitest';

import { measureGrowth, type Sample } from '../../chaos/measure-growth.ts';

const FLAT: Sample = {
  messages: 1,
  rss: 100e6,
  heap: 30e6,
  handles: 30,
  database: 10e6,
  wal: 40e6,
  journals: 1e6,
};

const grown = (samples: readonly Sample[]): string[] =>
  measureGrowth(samples)
    .filter(({ grows }) => grows)
    .map(({ measure }) => measure);

test('what stays as it is does not grow, and a first quarter that fills up is no growth', () => {
  expect(grown(Array<Sample>(40).fill(FLAT))).toEqual([]);
  const filling = Array.from({ length: 10 }, (_, index) => ({ ...FLAT, database: index * 1e6 }));
  expect(grown([...filling, ...Array<Sample>(30).fill(FLAT)])).toEqual([]);
});

test.each(['rss', 'heap', 'handles', 'database', 'wal', 'journals'] as const)(
  '%s that goes on rising is growth',
  (measure) => {
    const rising = Array.from({ length: 40 }, (_, index) => ({
      ...FLAT,
      [measure]: FLAT[measure] * (1 + index / 20),
    }));
    expect(grown(rising)).toContain(measure);
  },
);
