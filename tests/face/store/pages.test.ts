import { expect, test } from 'vitest';

import { mergePages } from '../../../face/store/pages.ts';

interface Item {
  readonly id: string;
  readonly at: number;
}

const ORDER = { idOf: ({ id }: Item) => id, rankOf: ({ at }: Item) => at };
const items = (...ids: readonly (readonly [id: string, at: number])[]): Item[] =>
  ids.map(([id, at]) => ({ id, at }));
const idsOf = (merged: readonly Item[]): string =>
  merged.map(({ id, at }) => `${id}${at}`).join(' ');

test.each([
  [
    'a new one pushes the last out: it stays',
    [
      ['n', 9],
      ['a', 8],
    ],
    'n9 a8 b7 c6',
  ],
  [
    'one moved up from below: it stands once, as it is now',
    [
      ['c', 9],
      ['a', 8],
      ['b', 7],
    ],
    'c9 a8 b7',
  ],
  [
    'one is gone: what came up from below stands once',
    [
      ['b', 7],
      ['c', 6],
    ],
    'b7 c6',
  ],
  ['all are gone', [], ''],
] as const)('%s', (_what, first, whole) => {
  const known = items(['a', 8], ['b', 7], ['c', 6]);
  expect(idsOf(mergePages(items(...first), known, ORDER))).toBe(whole);
});
