import fc from 'fast-check';

/** Pieces on which parsers of every kind fail. */
const CRUMBS = [
  ...'{}[]":,\\/\n\r\t \0'.split(''),
  '\r\n\r\n',
  '\n\n',
  'data: ',
  'event: ',
  ': ',
  '[DONE]',
  'null',
  'true',
  '-0',
  '1e999',
  '9007199254740993',
  '"__proto__":',
  '"constructor":{"prototype":{}}',
  '\\u0000',
  '\\ud800',
  '\uD800',
  '\u2028',
  '\uFEFF',
  '```baa\n',
  '</script>',
  '0:',
  'a'.repeat(300),
  '['.repeat(3_000),
  '{"a":'.repeat(3_000),
];

interface Edit {
  readonly at: number;
  readonly drop: number;
  readonly put: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.oneof(fc.nat(4), fc.nat(400)),
  put: fc.oneof(
    fc.constant(''),
    fc.constantFrom(...CRUMBS),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.json({ maxDepth: 2 }),
  ),
});

/** One of the given texts with pieces cut out, put in, doubled, and its end missing; or no such text at all. */
export function damaged(texts: readonly string[]): fc.Arbitrary<string> {
  const soup = fc
    .array(fc.oneof(fc.constantFrom(...CRUMBS), fc.string({ maxLength: 10 })), { maxLength: 60 })
    .map((parts) => parts.join(''));
  if (texts.length === 0) return soup;
  const spoilt = fc
    .tuple(fc.constantFrom(...texts), fc.array(edit, { maxLength: 8 }), fc.nat(9))
    .map(([text, edits, ending]) => {
      let result = text;
      for (const { at, drop, put } of edits) {
        const place = Math.floor(at * result.length);
        result = result.slice(0, place) + put + result.slice(place + drop);
      }
      if (ending === 0) return result + result;
      return ending === 1 ? result.slice(0, Math.floor(result.length / 2)) : result;
    });
  return fc.oneof({ weight: 5, arbitrary: spoilt }, { weight: 1, arbitrary: soup });
}

/** A text in pieces, cut anywhere, also through a pair of surrogates. */
export function inPieces(text: fc.Arbitrary<string>): fc.Arbitrary<readonly string[]> {
  return fc
    .tuple(text, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }))
    .map(([whole, cuts]) => {
      const places = [0, ...cuts.map((cut) => Math.floor(cut * whole.length)), whole.length];
      const sorted = places.toSorted((one, other) => one - other);
      return sorted.slice(1).map((end, index) => whole.slice(sorted[index], end));
    });
}
