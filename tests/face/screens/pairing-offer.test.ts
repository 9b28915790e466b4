import { expect, test } from 'vitest';

import { leftOf } from '../../../face/screens/browsers/left-of.ts';
import { drawQr } from '../../../face/parts/draw-qr.ts';

test.each([
  [581_000, '9:41'],
  [60_000, '1:00'],
  [59_001, '1:00'],
  [900, '0:01'],
  [-5, '0:00'],
])('%i ms are said as %s', (ms, expected) => {
  expect(leftOf(ms)).toBe(expected);
});

test('a QR code is a path of squares within its margin, another one for another text', async () => {
  const { size, path } = await drawQr('http://127.0.0.1:7717/pair#code=123456');
  expect(size).toBeGreaterThanOrEqual(21);
  const corners = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [
    +(x ?? 0),
    +(y ?? 0),
  ]);
  expect(corners).toContainEqual([4, 4]);
  expect(corners.flat().every((at) => at >= 4 && at < size + 4)).toBe(true);
  expect((await drawQr('http://127.0.0.1:7717/pair#code=654321')).path).not.toBe(path);
});
