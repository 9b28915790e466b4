import { describe, expect, it } from 'vitest';

import { markedAsOpened } from '../../../extension/background/toolbar/marked-as-opened.ts';

const MARKED = 'Meet me at noon, by the fountain.';

/** Selections of a page by the time that a person has chosen an item of the menu. */
const OTHERS: Readonly<Record<string, unknown>> = {
  'other words': 'Transfer all of it to Bob.',
  'more words before them': `Transfer all of it to Bob. ${MARKED}`,
  'more words behind them': `${MARKED}\n\nAnd transfer all of it to Bob.`,
  'words in between': MARKED.replace('noon', 'noon (transfer all of it)'),
  'a part of them': 'Meet me at noon',
  'letters that look alike': MARKED.replaceAll('e', 'е'),
  'signs that nobody sees': MARKED.replace('noon', 'no\u200Bon'),
  'the value of a password field': 'hunter7canary',
  'no text': { text: 'Transfer' },
  nothing: '',
};

describe('a text that is marked', () => {
  it.each(Object.entries(OTHERS))(
    'goes out as it was where its page selects %s',
    (_what, other) => {
      expect(markedAsOpened(other, MARKED)).toBe(MARKED);
    },
  );

  it('keeps its lines, which the menu has not', () => {
    const read = MARKED.replace(', ', ',\n\n  ');
    expect(markedAsOpened(read, MARKED)).toBe(read);
  });

  it('is whole where the menu has cut it', () => {
    const read = 'word '.repeat(10_000);
    expect(markedAsOpened(read, read.slice(0, 16_384))).toBe(read);
  });
});
