import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MAX_JSON_DEPTH, readJsonObject } from '../../../conductor/src/baa/read-json-object.ts';

describe('a JSON object', () => {
  it('ends where its brace closes, whatever follows', () => {
    expect(readJsonObject('x {"a":[1,{"b":"}"}]} y', 2)).toEqual({
      ok: true,
      value: { value: { a: [1, { b: '}' }] }, end: 21 },
    });
  });

  it('is read as JSON.parse reads it', () => {
    const plainKeys = fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      fc.jsonValue({ noUnicodeString: false }),
    );
    fc.assert(
      fc.property(plainKeys, fc.constantFrom(0, 2, '\t'), (object, indent) => {
        const text = JSON.stringify(object, null, indent);
        fc.pre(!text.includes('"__proto__"'));
        const read = readJsonObject(text, 0);
        expect(read).toEqual({ ok: true, value: { value: JSON.parse(text), end: text.length } });
      }),
    );
  });

  it('is refused wherever JSON.parse refuses it', () => {
    const jsonLike = fc
      .array(
        fc.constantFrom(...'{}[]:,"\\ \n-.0123eEtrufalsn'.split(''), '"a"', '{"a":', 'true', '1'),
      )
      .map((parts) => `{${parts.join('')}`);
    fc.assert(
      fc.property(jsonLike, (text) => {
        const read = readJsonObject(text, 0);
        if (!read.ok) return;
        expect(read.value.value).toEqual(JSON.parse(text.slice(0, read.value.end)));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a fault', () => {
  it.each([
    ['{"a" 1}', 5, 'Expected ":" after the key, found "1".'],
    ['{"a":1 "b":2}', 7, 'Expected "," or "}", found "\\"".'],
    ['{"a":[1 2]}', 8, 'Expected "," or "]", found "2".'],
    ['{"a":1,}', 6, 'A comma before "}": drop it.'],
    ['{"a":[1,]}', 7, 'A comma before "]": drop it.'],
    ["{'a':1}", 1, 'Expected a key in double quotes, found "\'".'],
    ['{“a”:1}', 1, 'Expected a key in double quotes, found "“".'],
    ['{a:1}', 1, 'Expected a key in double quotes, found "a".'],
    ['{"a":undefined}', 5, 'Expected a JSON value, found "u".'],
    ['{"a":01}', 6, 'Expected "," or "}", found "1".'],
    ['{"a":1e999}', 5, 'The number is too large.'],
    ['{"a":"x', 5, 'The string that begins here does not end.'],
    ['{"a":1', 6, 'Expected "," or "}", found the end of the block.'],
    ['{"a":"x\ny"}', 7, 'A line break inside a string; write it as \\n.'],
    ['{"a":"x\ty"}', 7, 'A tab inside a string; write it as \\t.'],
    ['{"a":"\u0001"}', 6, 'A control character inside a string; write it as \\u0001.'],
    ['{"a":"C:\\Users"}', 8, 'Not a JSON escape; write a backslash itself as \\\\.'],
    ['{"a":1,"a":2}', 7, 'The key "a" occurs twice.'],
    ['{"a":1,"\\u0061":2}', 7, 'The key "a" occurs twice.'],
    ['{"__proto__":{"admin":true}}', 1, 'The key "__proto__" is not allowed.'],
  ])('in %j is named at its place', (text, offset, message) => {
    expect(readJsonObject(text, 0)).toEqual({ ok: false, error: { message, offset } });
  });

  it('is nesting past the limit, but not up to it', () => {
    const nested = (depth: number): string =>
      '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);
    expect(readJsonObject(nested(MAX_JSON_DEPTH), 0).ok).toBe(true);
    expect(readJsonObject(nested(MAX_JSON_DEPTH + 1), 0)).toEqual({
      ok: false,
      error: {
        message: 'Objects and arrays may nest 64 deep, not deeper.',
        offset: 5 * MAX_JSON_DEPTH,
      },
    });
  });
});
