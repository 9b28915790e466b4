import { expect, test } from 'vitest';

import { MOST_ROWS, type PaletteRow, rankRows, wishOf } from '../../../face/frame/palette-rows.ts';

const row = (text: string, hint?: string): PaletteRow => ({
  id: text,
  text,
  kind: 'thing',
  run: () => undefined,
  ...(hint !== undefined && { hint }),
});

const ranked = (texts: readonly (string | PaletteRow)[], typed: string): string[] =>
  rankRows(
    texts.map((one) => (typeof one === 'string' ? row(one) : one)),
    typed,
  ).map(({ text }) => text);

test.each([
  ['', { kind: 'all', text: '' }],
  [' tea ', { kind: 'all', text: 'tea' }],
  ['> pause', { kind: 'command', text: 'pause' }],
  ['#104210', { kind: 'event', id: 104_210 }],
  ['#', { kind: 'event', id: null }],
  ['#12x', { kind: 'event', id: null }],
  ['"two words"', { kind: 'words', text: 'two words' }],
  ['“茶', { kind: 'words', text: '茶' }],
])('%j is a wish for %j', (typed, expected) => {
  expect(wishOf(typed)).toEqual(expected);
});

test('a beginning stands before the beginning of a word, that before a middle, that before letters apart', () => {
  const texts = ['stir it', 'art', 'Start', 'a red tea', 'Modern Art'];
  expect(ranked(texts, 'art')).toEqual(['art', 'Modern Art', 'Start', 'a red tea']);
});

test('what fits equally stays in its order, and nothing typed shows all, at most twenty', () => {
  expect(ranked(['b tea', 'a tea'], 'tea')).toEqual(['b tea', 'a tea']);
  const many = Array.from({ length: 50 }, (_one, at) => `row ${at}`);
  expect(ranked(many, '')).toEqual(many.slice(0, MOST_ROWS));
});

test('a row is found by its hint, after those whose name fits', () => {
  expect(ranked([row('Trail', 'g t'), 'g tea'], 'g t')).toEqual(['g tea', 'Trail']);
});

test('words with marks that mean something to a pattern are taken as they are', () => {
  expect(ranked(['a (b) [c', 'ab c'], '(b) [')).toEqual(['a (b) [c']);
});
