import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  clean,
  elementsIn,
  plain,
  quoted,
  roleAndName,
  withoutRef,
} from '../../../shared/lib/page-line.ts';

describe('a line of a page', () => {
  it.each([
    [' e1 textbox "Full name" required', [['e1', 'textbox', 'Full name', 'required']]],
    ['e2 password filled', [['e2', 'password', '', 'filled']]],
    ['e3 combobox "Country" focused = "DE" of 3', [['e3', 'combobox', 'Country', 'focused =']]],
    ['e4 slider "I" = 30', [['e4', 'slider', 'I', '=']]],
    ['f2f1e3 button "Pay"', [['f2f1e3', 'button', 'Pay', '']]],
    [
      'h2 e1 link "A" "and" e2 link "B"',
      [
        ['e1', 'link', 'A', ''],
        ['e2', 'link', 'B', ''],
      ],
    ],
    [
      'e5 row: A | e6 checkbox "" checked | B',
      [
        ['e5', 'row', '', ''],
        ['e6', 'checkbox', '', 'checked'],
      ],
    ],
    ['+ e8 button "Next"', [['e8', 'button', 'Next', '']]],
    ['"by this e1 button" e2 button "OK"', [['e2', 'button', 'OK', '']]],
    [
      'e1 button e2 button',
      [
        ['e1', 'button', '', ''],
        ['e2', 'button', '', ''],
      ],
    ],
    ['form', []],
    ['f1:', []],
    ['te1 button "A"', []],
    ['e1" button "A', []],
  ])('is read as it was written: %j', (line, elements) => {
    const read = elementsIn(line).map(({ ref, role, name, states }) => [ref, role, name, states]);
    expect(read).toEqual(elements);
  });

  it('begins with the reference of what it is of, if it is of anything', () => {
    expect(withoutRef('e12 form "A"')).toBe('form "A"');
    expect(withoutRef('form')).toBe('form');
  });

  const words = fc.string({
    unit: fc.constantFrom(...'ef19 "|:=\n\u202E[]ab'.split(''), ' e1 ', 'button'),
  });
  it('has no reference of its page’s making, whatever the page says', () => {
    fc.assert(
      fc.property(words, words, words, (name, text, cell) => {
        const line = ` e1 ${roleAndName('button', clean(name))} ${quoted(clean(text))} | ${plain(clean(cell))} | e2 link "x"`;
        expect(elementsIn(line).map(({ ref }) => ref)).toEqual(['e1', 'e2']);
      }),
      { numRuns: 2_000 },
    );
  });
});
