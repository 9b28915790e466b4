import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compareTexts, type DiffLine, folded } from '../../../face/parts/diff-lines.ts';

const textOf = (lines: readonly DiffLine[], without: DiffLine['kind']): string =>
  lines
    .filter(({ kind }) => kind !== without)
    .map(({ pieces }) => pieces.map(({ text }) => text).join(''))
    .join('\n');

function linesOf(before: string, after: string, mostMs?: number) {
  const compared = compareTexts(before, after, mostMs);
  if (compared.kind !== 'lines') throw new Error(compared.kind);
  return compared;
}

describe('two texts compared', () => {
  it('has each of them whole, in its order, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c d', ''), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, fc.constantFrom(undefined, -1), (a, b, mostMs) => {
        const [before, after] = [a.join('\n'), b.join('\n')];
        const { lines, added, cut } = linesOf(before, after, mostMs);
        expect(textOf(lines, 'added')).toBe(before);
        expect(textOf(lines, 'cut')).toBe(after);
        const count = (kind: string) => lines.filter((one) => one.kind === kind).length;
        expect([added, cut]).toEqual([count('added'), count('cut')]);
      }),
    );
  });

  it('counts the lines of each, and marks the words that differ', () => {
    const { lines } = linesOf('one\ntwo cups\nthree', 'one\ntwo mugs\nthree\nfour');
    expect(lines.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['same', 1, 1],
      ['cut', 2, null],
      ['added', null, 2],
      ['same', 3, 3],
      ['added', null, 4],
    ]);
    expect(lines[1]?.pieces).toEqual([
      { text: 'two ', changed: false },
      { text: 'cups', changed: true },
    ]);
  });

  it('says so where it could not match them in time, and is right all the same', () => {
    const text = (mark: string) => Array.from({ length: 4_000 }, (_, at) => `${mark}${at}`);
    const before = ['head', ...text('a'), 'tail'].join('\n');
    const after = ['head', ...text('b'), 'tail'].join('\n');
    const { lines, coarse, added, cut } = linesOf(before, after);
    expect({ coarse, added, cut }).toEqual({ coarse: true, added: 4_000, cut: 4_000 });
    expect(lines[0]?.kind).toBe('same');
    expect(lines.at(-1)?.kind).toBe('same');
  });

  it.each([
    ['of more than 5,000 lines', '\n'.repeat(5_000)],
    ['of more than 200,000 characters', 'x'.repeat(200_001)],
  ])('leaves a text %s alone', (_what, text) => {
    expect(compareTexts('', text)).toEqual({ kind: 'too_large' });
    expect(compareTexts(text, '')).toEqual({ kind: 'too_large' });
  });
});

describe('what is drawn of a comparison', () => {
  it('leaves out what is far from a change, and says how much', () => {
    const many = Array.from({ length: 20 }, (_, at) => String(at));
    const { lines } = linesOf(many.join('\n'), many.with(10, 'ten').join('\n'));
    const shown = folded(lines).map((one) => (typeof one === 'number' ? one : one.kind));
    expect(shown).toEqual([7, 'same', 'same', 'same', 'cut', 'added', 'same', 'same', 'same', 6]);
  });
});
