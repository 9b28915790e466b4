import { describe, expect, test } from 'vitest';

import {
  BLACK,
  blend,
  CLEAR,
  difference,
  fade,
  filter,
  isInked,
  onGrounds,
  over,
  PICTURE,
  type Rgba,
  WHITE,
} from '../../../extension/content-resource/ink.ts';

const grey = (part: number): Rgba => ({ r: part, g: part, b: part, a: 1 });
const on = (letter: Rgba, ...grounds: readonly Rgba[]): boolean =>
  isInked(onGrounds([{ letter, ground: CLEAR }], grounds));

describe('letters on a ground', () => {
  test('are seen where a person tells them from it', () => {
    expect(on(BLACK, WHITE)).toBe(true);
    expect(on(grey(0.8), WHITE)).toBe(true);
    expect(on({ r: 0.9, g: 0, b: 0, a: 1 }, { r: 0, g: 0.5, b: 0, a: 1 })).toBe(true);
    expect(on(grey(0.99), WHITE)).toBe(false);
    expect(on(grey(0.07), BLACK)).toBe(false);
  });

  test('are seen by what is left of them', () => {
    expect(on(fade(BLACK, 0.4), WHITE)).toBe(true);
    expect(on(fade(BLACK, 0.02), WHITE)).toBe(false);
  });

  test('are seen on a picture, unless they leave nothing', () => {
    expect(on(WHITE, ...PICTURE)).toBe(true);
    expect(on(fade(WHITE, 0.01), ...PICTURE)).toBe(false);
  });

  test('are the same on one ground and on two that make it', () => {
    const half = fade(BLACK, 0.5);
    const both = onGrounds(onGrounds([{ letter: WHITE, ground: CLEAR }], [half]), [WHITE]);
    expect(both).toEqual([{ letter: WHITE, ground: over(half, WHITE) }]);
  });
});

test('a difference is the same from both sides, and none of a colour to itself', () => {
  expect(difference(WHITE, BLACK)).toBeCloseTo(difference(BLACK, WHITE));
  expect(difference(grey(0.3), grey(0.3))).toBe(0);
  expect(difference(WHITE, BLACK)).toBeCloseTo(0.64, 1);
});

test.for([
  ['opacity(0.1)', fade(BLACK, 0.1)],
  ['blur(20px)', fade(BLACK, 0)],
  ['blur(1px)', BLACK],
  ['invert(100%)', WHITE],
  ['invert(1) invert(1)', BLACK],
  ['contrast(0)', grey(0.5)],
] as const)('black through %s', ([css, color]) => {
  expect(filter(css, BLACK, 16)).toEqual(color);
});

test.for([
  ['screen', BLACK, WHITE, WHITE],
  ['multiply', WHITE, BLACK, BLACK],
  ['difference', WHITE, WHITE, BLACK],
] as const)('%s', ([mode, top, bottom, color]) => {
  expect(blend(mode, top, bottom)).toEqual(color);
});
