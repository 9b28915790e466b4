import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';

import { fitted, padded, safeText, table } from '../../../conductor/src/cli/terminal-text.ts';

/** Any text, with what a terminal would obey in it more often than chance would have it. */
const unkind = fc.constantFrom(
  '\u001B[2J',
  '\u001B]0;title\u0007',
  '\u001B]8;;http://x\u001B\\',
  '\u009B31m',
  '\u0085',
  '\r',
  '\n',
  '\t',
  '\b\b\b',
  '\u007F',
  '\u0000',
  '\u202Ereversed\u202C',
  '\u2066isolated\u2069',
  '\u200E',
  '\u200F',
  '\u061C',
  '\u2028',
  '\uD800',
  '\uDC00',
  '漢字',
  '👩‍👩‍👧‍👦',
  'e\u0301',
);
const text = fc
  .array(fc.oneof(unkind, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })))
  .map((parts) => parts.join(''));

/** Everything but line feed and tab that a terminal may take for an order. */
const OBEYED = /(?![\n\t])[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

describe("someone else's text", () => {
  it('holds nothing that a terminal would obey', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(safeText(given, 'block')).not.toMatch(OBEYED);
        const line = safeText(given, 'line');
        expect(line).not.toMatch(OBEYED);
        expect(line).not.toMatch(/[\t\n\u2028\u2029]/);
      }),
    );
  });

  it('is well formed, whatever it was', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(safeText(given, 'line').isWellFormed()).toBe(true);
        expect(safeText(given, 'block').isWellFormed()).toBe(true);
      }),
    );
  });

  it('stays as it is where there is nothing to fear', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (given) => {
        expect(safeText(given, 'block')).toBe(given);
      }),
    );
    expect(safeText('naïve 漢字 👍\n\tשלום', 'block')).toBe('naïve 漢字 👍\n\tשלום');
  });

  it('shows what it held instead of doing it', () => {
    expect(safeText('a\u001B[31mb\u202Ec\u009Bd\u007F', 'line')).toBe(
      'a⟨U+001B⟩[31mb⟨U+202E⟩c⟨U+009B⟩d⟨U+007F⟩',
    );
    expect(safeText(' one\r\n\ttwo ', 'line')).toBe('one two');
    expect(safeText('one\r\ntwo', 'block')).toBe('one⟨U+000D⟩\ntwo');
  });
});

describe('what is fitted into columns', () => {
  const line = text.map((given) => safeText(given, 'line'));
  const columns = fc.integer({ min: 0, max: 60 });

  it('has no more of them', () => {
    fc.assert(
      fc.property(line, columns, (given, room) => {
        expect(stringWidth(fitted(given, room))).toBeLessThanOrEqual(room);
      }),
    );
  });

  it('is the text itself where that fits, else a beginning of it', () => {
    fc.assert(
      fc.property(line, columns, (given, room) => {
        const shown = fitted(given, room);
        if (stringWidth(given) <= room) expect(shown).toBe(given);
        else expect(given.startsWith(shown.replace(/…$/, ''))).toBe(true);
      }),
    );
  });

  it('fills them when padded, and has more only where the text has', () => {
    fc.assert(
      fc.property(line, columns, (given, room) => {
        expect(stringWidth(padded(given, room))).toBe(Math.max(room, stringWidth(given)));
        expect(stringWidth(padded(fitted(given, room), room))).toBe(room);
      }),
    );
  });

  it('stands in rows of one line each, under its heading', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (rows) => {
        const shown = table(['ID', 'TEXT'], rows, 80);
        expect(shown).toHaveLength(rows.length + 1);
        for (const row of shown) expect(row).not.toMatch(/[\n\t]/);
        for (const row of shown) expect(row).not.toMatch(OBEYED);
      }),
    );
  });
});
