import fc from 'fast-check';
import { expect, it } from 'vitest';

import { normalForm } from '../../../shared/lib/normal-form.ts';
import { timed } from '../../kit/timed.ts';

it('is the one of Unicode, where a letter has no more marks than a letter has', () => {
  const unit = fc.constantFrom(
    'a',
    'é',
    'e\u0301\u0316',
    'ﬁ',
    'Ａ',
    '한',
    '\u1100\u1161',
    'ﷺ',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      const text = parts.join('');
      expect(normalForm(text)).toBe(text.normalize('NFKC'));
    }),
  );
});

it.each(['\u0301\u0316', '\u0316', '\u0344\u0316'])(
  'takes no long time for a letter with 250,000 marks: %j',
  (marks) => {
    const { tookMs } = timed(() => normalForm(`a${marks.repeat(250_000 / marks.length)}`));
    expect(tookMs).toBeLessThan(1_000);
  },
);
