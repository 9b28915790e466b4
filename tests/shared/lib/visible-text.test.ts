import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { shownParams } from '../../../shared/lib/shown-params.ts';
import {
  bothEnds,
  seenOf,
  steeringShown,
  visibleJson,
  visibleText,
} from '../../../shared/lib/visible-text.ts';

const withoutBlanks = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\n]/gu, '');

describe('a value that a person decides about', () => {
  it.each([
    ['a turn of direction', 'a\u202Eb', '"a⟨U+202E⟩b"'],
    ['an isolate', '\u2066', '"⟨U+2066⟩"'],
    ['a mark of direction', '\u200Fx\u061C', '"⟨U+200F⟩x⟨U+061C⟩"'],
    ['nothing at all', 'rm\u200B\u2060\uFEFF', '"rm⟨U+200B⟩⟨U+2060⟩⟨U+FEFF⟩"'],
    ['a tag', '\u{E0041}', '"⟨U+E0041⟩"'],
    ['a variation', 'a\uFE0F\u{E0100}', '"a⟨U+FE0F⟩⟨U+E0100⟩"'],
    ['a filler', '\u3164\u115F\uFFA0', '"⟨U+3164⟩⟨U+115F⟩⟨U+FFA0⟩"'],
    ['another blank', '\u00A0\u3000\u2800\u2003', '"⟨U+00A0⟩⟨U+3000⟩⟨U+2800⟩⟨U+2003⟩"'],
    ['a line end of its own', 'a\u2028b', '"a⟨U+2028⟩b"'],
    ['a control', '\u0007\u007F\u009B', String.raw`"\u0007⟨U+007F⟩⟨U+009B⟩"`],
    ['half a character', '\uD800', String.raw`"\ud800"`],
    ['a soft hyphen', 'a\u00ADb', '"a⟨U+00AD⟩b"'],
    ['a mark of ours', '⟨U+202E⟩', '"⟨U+27E8⟩U+202E⟨U+27E9⟩"'],
    ['3,000 blanks', `a${' '.repeat(3_000)}b`, '"a⟨U+0020 × 3000⟩b"'],
    ['3,000 line ends', `a${'\n'.repeat(3_000)}b`, '"a⟨U+000A × 3000⟩b"'],
    ['3,000 of nothing', `a${'\u200B'.repeat(3_000)}b`, '"a⟨U+200B × 3000⟩b"'],
    ['blanks and line ends in turn', `a${' \n'.repeat(1_500)}b`, '"a⟨U+0020 U+000A × 3000⟩b"'],
    ['nine line ends', `a${'\n '.repeat(9)}b`, '"a⟨U+000A U+0020 × 18⟩b"'],
    ['an indentation', '{\n        x\n}', String.raw`"{\n        x\n}"`],
    ['backslashes', `\\${'n'.repeat(40)}`, `"\\\\${'n'.repeat(40)}"`],
    ['many backslashes', '\\n'.repeat(40), `"${String.raw`\\n`.repeat(40)}"`],
    ['words of any script', 'naïve 漢字 👍 שלום', '"naïve 漢字 👍 שלום"'],
  ])('shows %s', (_what, text, shown) => {
    expect(visibleJson(text)).toBe(shown);
  });

  it('is told from every other but for what is in a run of blanks, and holds nothing that is not seen', () => {
    const unit = fc.oneof(
      fc.constantFrom('\\', 'n', ' ', '\n', '\u200B', '\u202E', '⟨', '⟩', 'U+200B', ' × '),
      fc.string({ unit: 'binary', maxLength: 2 }),
    );
    const text = fc.array(unit, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(visibleJson(a)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00A0\u2800\u3164]/u);
        if (visibleJson(a) === visibleJson(b)) expect(withoutBlanks(a)).toBe(withoutBlanks(b));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is shown in no long time', () => {
    for (const piece of [' ', '\u200B', '\\', '⟨', '\n \n', '\u202E'])
      expect(visibleJson(piece.repeat(256_000)).length).toBeGreaterThan(10);
  });
});

it('a text that a person decides about shows all that is in it, and keeps its lines', () => {
  expect(visibleText(`ls\u200B${' '.repeat(3_000)}\n\n\t; rm${'\n'.repeat(40)}⟨x⟩\u00A0`)).toBe(
    'ls⟨U+200B U+0020 U+000A × 3004⟩; rm⟨U+000A × 40⟩⟨U+27E8⟩x⟨U+27E9⟩⟨U+00A0⟩',
  );
});

describe('params', () => {
  it('stand one on a line, whole, their names too', () => {
    const params = { path: 'a b', 'na\u200Bme': ['x', { y: null }], long: 'z'.repeat(20_000) };
    expect(shownParams(JSON.stringify(params))).toEqual([
      { name: '"path"', value: '"a b"' },
      { name: '"na⟨U+200B⟩me"', value: '["x",{"y":null}]' },
      { name: '"long"', value: `"${'z'.repeat(20_000)}"` },
    ]);
  });

  it.each(['{"path":"a…', '[]', 'null', '', '7'])('that are cut, or none, are told: %s', (text) => {
    expect(shownParams(text)).toBeNull();
  });
});

it('what steers is shown as its code; line feeds, tabs and what is merely odd stay', () => {
  expect(steeringShown('a\u001B[2J\u202Eb\r\n\tc\u00A0d')).toBe(
    'a⟨U+001B⟩[2J⟨U+202E⟩b⟨U+000D⟩\n\tc\u00A0d',
  );
});

describe('a text that a person reads over before it goes out', () => {
  it.each([
    ['tags', `Sum${'\u{E0069}\u{E0067}'}`, 'Sum', 2],
    ['nothing at all', 'a\u200B\u2060b\uFEFF', 'ab', 3],
    ['a turn of direction', 'a\u202Eb', 'ab', 1],
    ['a filler', 'a\u3164b', 'ab', 1],
    ['a row of joiners', `a${'\u200D\u200C'.repeat(8)}b`, 'a\u200Db', 15],
    ['a joiner that joins nothing', 'a \u200Db', 'a b', 1],
    ['a variation of an own kind', 'a\u{E0100}', 'a', 1],
    ['a control', 'a\u0007b', 'ab', 1],
  ])('loses %s', (_what, text, seen, hidden) => {
    expect(seenOf(text)).toEqual({ text: seen, hidden });
  });

  it.each([
    'naïve 漢字 👍 שלום',
    '👩\u200D💻 ❤\uFE0F',
    '❤\uFE0F\u200D🔥',
    'می\u200Cخواهم',
    'a\tb\n  c',
    'a\u00A0b',
  ])('keeps %s', (text) => {
    expect(seenOf(text)).toEqual({ text, hidden: 0 });
  });
});

it('a text that is cut shows both of its ends, and how long it is', () => {
  expect(bothEnds('all of it', 9)).toBe('all of it');
  const cut = bothEnds(`head ${'x'.repeat(5_000)} tail`, 100);
  expect(cut).toMatch(/^head x+ … \(5010 characters\) … x+ tail$/);
  expect(cut).toHaveLength(100);
});

it('no half of a character stands where a text is cut', () => {
  for (const max of [100, 101, 102, 103])
    expect(bothEnds('🍵'.repeat(500), max).isWellFormed()).toBe(true);
});
