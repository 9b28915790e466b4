import { describe, expect, test } from 'vitest';

import { type Box, clipped, shapeOf, swept } from '../../../extension/content-resource/boxes.ts';

const LINE: Box = { left: 10, top: 100, right: 90, bottom: 120 };
const none = { x: null };

describe('a line', () => {
  test('is cut by what does not scroll', () => {
    const y = { seen: { from: 0, to: 110 }, area: null };
    expect(clipped(LINE, { ...none, y })).toEqual({ ...LINE, bottom: 110 });
    expect(clipped(LINE, { ...none, y: { ...y, seen: { from: 0, to: 50 } } })).toBeNull();
  });

  test('is whole where it can be scrolled to', () => {
    const y = { seen: { from: 0, to: 50 }, area: { from: 0, to: 200 } };
    expect(clipped(LINE, { ...none, y })).toEqual({ ...LINE, top: 30, bottom: 50 });
    expect(clipped(LINE, { ...none, y: { ...y, area: { from: 0, to: 90 } } })).toBeNull();
  });

  test('is no longer than what it is scrolled in', () => {
    const y = { seen: { from: 0, to: 1 }, area: { from: 0, to: 200 } };
    expect(clipped(LINE, { ...none, y })).toEqual({ ...LINE, top: 0, bottom: 1 });
  });

  test('is seen from where scrolling brings it first to where it brings it last', () => {
    const y = { seen: { from: 0, to: 50 }, area: { from: -20, to: 110 } };
    expect(swept(LINE, { ...none, y })).toEqual({ ...LINE, top: 40, bottom: 50 });
    expect(swept(LINE, { ...none, y: { ...y, area: null } })).toEqual(LINE);
  });
});

test.for([
  ['inset(10px)', true],
  ['inset(0px 60% 0px 0px)', false],
  ['inset(0px calc(100% - 2px) 0px 0px)', false],
  ['circle(40px at 50% 50%)', true],
  ['circle(closest-side)', true],
  ['circle(2px at 90% 50%)', false],
  ['ellipse(0px 40px at 50% 50%)', false],
  ['polygon(0px 0px, 100% 0px, 100% 100%, 0px 100%)', true],
  ['polygon(evenodd, 90% 0px, 100% 0px, 100% 100%)', false],
  ['shape(from 0px 0px, hline to 100px)', false],
] as const)('%s leaves the middle of a box: %s', ([css, leaves]) => {
  expect(shapeOf(css, 100, 100)(50, 49)).toBe(leaves);
});
