import fc from 'fast-check';
import { expect, it } from 'vitest';

import { shortenResult, WHOLE_RESULT_LENGTH } from '../../../conductor/src/baa/shorten-result.ts';

it('a long text becomes one that is kept as it is, made of its head, its tail and what lies between', () => {
  const texts = fc
    .tuple(fc.string({ unit: 'binary' }), fc.constantFrom('x', '😀', '汉', '\n'))
    .map(([start, filler]) => start + filler.repeat(9_000));
  fc.assert(
    fc.property(texts, (text) => {
      const short = shortenResult(text, 'an-id-of-21-characters');
      const [, head = '', missing, length, offset, tail = ''] =
        /^([^]*)\n\((\d+) of (\d+) characters left out here; read on with @conductor::artifact\.read::{"id":"an-id-of-21-characters","offset":(\d+)}\)\n([^]*)$/.exec(
          short,
        ) ?? [];
      expect(short.length).toBeLessThanOrEqual(WHOLE_RESULT_LENGTH);
      expect(Number(length)).toBe(text.length);
      expect(Number(offset)).toBe(head.length);
      expect(head.length + Number(missing) + tail.length).toBe(text.length);
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(head.length).toBeGreaterThan(5_998);
      expect(tail.length).toBeGreaterThan(1_498);
      expect((head + tail).isWellFormed()).toBe(text.isWellFormed());
    }),
    { numRuns: 50 },
  );
});
