import { expect, test } from 'vitest';

import { barsPath, highestIn, linePath } from '../../../../face/screens/numbers/chart-path.ts';

test('a line is as wide as its steps, and is broken where nothing was measured', () => {
  expect(linePath([4, 2, null, 4], 4)).toBe('M0 2H1V17H2M3 2H4');
  expect(linePath([null, null], 1)).toBe('');
});

test('a bar stands for each step in which there was something, however little', () => {
  expect(barsPath([0, null, 1_000, 1], 1_000)).toBe('M2.1 32V2H2.9V32ZM3.1 32V31H3.9V32Z');
});

test('the scale is of what is highest in all that is drawn in one', () => {
  expect(highestIn([1, null, 3], [7])).toBe(7);
  expect(highestIn([null], [])).toBeNull();
});
