import { expect, test } from 'vitest';

import { nestsWithin } from '../../../shared/lib/nests-within.ts';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test('what is nested deeper than a limit is told from what is not, however deep it goes', () => {
  expect(nestsWithin('text', 0)).toBe(true);
  expect(nestsWithin(nested(101), 100)).toBe(true);
  expect(nestsWithin(nested(102), 100)).toBe(false);
  expect(nestsWithin({ a: [{ b: null }] }, 3)).toBe(true);
  expect(nestsWithin(nested(100_000), 100)).toBe(false);
});
