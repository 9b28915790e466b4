import { expect, test } from 'vitest';

import { barsOf } from '../../../../face/screens/now/spark.tsx';

test('steps are gathered into at most 24 bars, and what nobody measured is no zero', () => {
  expect(barsOf([])).toEqual([]);
  expect(barsOf([1, null, 2])).toEqual([1, null, 2]);
  const day = Array.from({ length: 100 }, (_none, step) => (step < 10 ? null : 1));
  expect(barsOf(day)).toEqual([null, null, ...Array.from({ length: 18 }, () => 5)]);
});
