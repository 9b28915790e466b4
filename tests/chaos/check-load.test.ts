import { expect, test } from 'vitest';

import { checkLoad, isReached, type LoadRecord } from '../../chaos/check/check-load.ts';

const TOLD = { lost: [], twice: [], astray: [], refused: [], waitsMs: [9, 10, 11] };
const GOOD: LoadRecord = {
  planned: 9,
  browsers: [TOLD, TOLD, TOLD],
  memory: Array(9).fill({ rssBytes: 100e6, heapBytes: 30e6 }),
  finalized: 9,
  unacked: 0,
};

const missed = (record: LoadRecord): string[] =>
  checkLoad(record)
    .filter((figure) => !isReached(figure))
    .map(({ what }) => what);

test('a run in which all came once, at the same pace and in the same memory, reaches each goal', () => {
  expect(missed(GOOD)).toEqual([]);
});

test.each(['lost', 'twice', 'astray', 'refused'] as const)(
  'one that is %s misses its goal',
  (of) => {
    const browsers = [TOLD, { ...TOLD, [of]: ['one'] }, TOLD];
    expect(missed({ ...GOOD, browsers })).toEqual([of === 'refused' ? 'frames refused' : of]);
  },
);

test('results of tasks that never began are lost', () => {
  expect(missed({ ...GOOD, planned: 10, finalized: 10 })).toEqual(['lost']);
});

test('what the store still has open is seen', () => {
  expect(missed({ ...GOOD, finalized: 8 })).toEqual(['deliveries not finalized in the store']);
  expect(missed({ ...GOOD, unacked: 1 })).toEqual(['frames left in the outbox']);
});

test('one browser that waits longer than three times the median is slow, and so is one that waits for ever', () => {
  const slow = 'slowest browser ÷ median, of their median waits';
  const waiting = (...waitsMs: number[]) => ({
    ...GOOD,
    browsers: [TOLD, { ...TOLD, waitsMs }, TOLD],
  });
  expect(missed(waiting(1, 30, 90))).toEqual([]);
  expect(missed(waiting(1, 31, 31))).toEqual([slow]);
  expect(missed(waiting())).toContain(slow);
});

test.each([
  ['resident memory', 'rssBytes'],
  ['heap', 'heapBytes'],
])('%s that goes on rising is not flat', (what, field) => {
  const memory = GOOD.memory.map((sample, index) => ({
    ...sample,
    [field]: 100e6 * (1 + index / 20),
  }));
  expect(missed({ ...GOOD, memory })).toEqual([`${what}, last third ÷ first`]);
});
