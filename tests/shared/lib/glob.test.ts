import fc from 'fast-check';
import { expect, it } from 'vitest';

import { fitsGlob } from '../../../shared/lib/glob.ts';
import { timed } from '../../kit/timed.ts';

it.each([
  ['', '', true],
  ['', 'a', false],
  ['a', '', false],
  ['abc', 'abc', true],
  ['abc', 'abcd', false],
  ['*', '', true],
  ['*', 'anything at all', true],
  ['*', 'a/b', false],
  ['**', 'a/b', true],
  ['a*c', 'ac', true],
  ['a*c', 'abbbc', true],
  ['a*c', 'abbbcd', false],
  ['/notes/*', '/notes/a.md', true],
  ['/notes/*', '/notes/', true],
  ['/notes/*', '/notes/sub/a.md', false],
  ['/notes/**', '/notes/sub/a.md', true],
  ['/notes/*.md', '/notes/a.md.exe', false],
  ['*/*', 'a/b', true],
  ['**.md', '/x/y.md', true],
  ['a.c', 'abc', false],
  ['(a+)+$', '(a+)+$', true],
  ['?', 'a', false],
  ['[ab]', 'a', false],
  ['😀*', '😀!', true],
  ['*\n*', 'a\nb', true],
])('%j on %j: %s', (pattern, text, fits) => {
  expect(fitsGlob(pattern, text)).toBe(fits);
});

it('says what a regular expression of the same meaning says', () => {
  const piece = fc.constantFrom('a', 'b', '/', '*', '**', '.');
  const patterns = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
  const texts = fc
    .array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 10 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      const source = pattern.replaceAll(/\*+|\./g, (part) =>
        part === '.' ? '\\.' : part === '*' ? '[^/]*' : '[^]*',
      );
      expect(fitsGlob(pattern, text)).toBe(new RegExp(`^${source}$`).test(text));
    }),
    { numRuns: 2_000 },
  );
});

it('is not held up by a text made to hold it up', () => {
  const { result, tookMs } = timed(() => fitsGlob(`${'*a'.repeat(30)}b`, 'a'.repeat(50_000)));
  expect(result).toBe(false);
  expect(tookMs).toBeLessThan(3_000);
});
