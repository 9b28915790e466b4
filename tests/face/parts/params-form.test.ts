import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fieldsOf, type JsonObject } from '../../../face/parts/params-fields.ts';
import { firstText, paramsOf, textsOf } from '../../../face/parts/params-texts.ts';

const SCHEMA: JsonObject = {
  type: 'object',
  required: ['path'],
  properties: {
    path: { type: 'string', description: 'Where.', minLength: 1, maxLength: 20 },
    ratio: { type: 'number', minimum: 0, maximum: 1 },
    count: { type: 'integer' },
    whole: { type: 'boolean' },
    how: { enum: ['fast', 'slow', 3] },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'integer' } },
    rest: { type: 'object' },
  },
};

const kinds = (params: JsonObject): Record<string, string> =>
  Object.fromEntries(fieldsOf(SCHEMA, params).map(({ name, kind }) => [name, kind]));

describe('the fields of a schema', () => {
  it('has one kind for each plain type, and JSON for the rest', () => {
    expect(kinds({})).toEqual({
      path: 'text',
      ratio: 'number',
      count: 'integer',
      whole: 'boolean',
      how: 'choice',
      tags: 'list',
      sizes: 'list',
      rest: 'json',
    });
  });

  it.each([
    ['a string where a number is wanted', 'ratio', '0.5'],
    ['a line end that a text area would change', 'path', 'a\r\nb'],
    ['an element with a line end', 'tags', ['a\nb']],
    ['an empty element', 'tags', ['']],
    ['a value that is none of the choices', 'how', 'medium'],
    ['a param that the schema does not have', 'more', 'x'],
  ])('writes %s as JSON, so that it stays as it is', (_what, name, value) => {
    expect(kinds({ [name]: value })[name]).toBe('json');
  });

  it('has a field for a param of any name, without a schema too', () => {
    const params = JSON.parse('{"__proto__":1,"constructor":2}') as JsonObject;
    const fields = fieldsOf(null, params);
    expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['__proto__', 'json'],
      ['constructor', 'json'],
    ]);
    expect(JSON.stringify(paramsOf(fields, textsOf(fields, params)).params)).toBe(
      '{"__proto__":1,"constructor":2}',
    );
  });
});

describe('what the fields say', () => {
  const said = (name: string, text: string | null) => {
    const fields = fieldsOf(SCHEMA, {});
    const texts = new Map(textsOf(fields, { path: 'a' }));
    const { params, faults } = paramsOf(fields, texts.set(name, text));
    return params === null ? faults.get(name) : params[name];
  };

  it.each([
    ['path', 'b/c', 'b/c'],
    ['ratio', ' 0.25', 0.25],
    ['count', '3', 3],
    ['whole', 'false', false],
    ['how', '"slow"', 'slow'],
    ['how', '3', 3],
    ['tags', 'a\n\nb\n', ['a', 'b']],
    ['tags', '', []],
    ['sizes', '1\n2', [1, 2]],
    ['rest', '{"a":[1]}', { a: [1] }],
    ['whole', null, undefined],
  ])('%s written %j is %j', (name, text, value) => {
    expect(said(name, text)).toEqual(value);
  });

  it.each([
    ['path', null, 'needed'],
    ['path', '', 'too_short'],
    ['path', 'x'.repeat(21), 'too_long'],
    ['ratio', '', 'not_number'],
    ['ratio', '1.5', 'too_large'],
    ['ratio', '-1', 'too_small'],
    ['count', '1.5', 'not_integer'],
    ['sizes', '1\ntwo', 'not_number'],
    ['rest', '{', 'not_json'],
  ])('%s written %j is %s', (name, text, fault) => {
    expect(said(name, text)).toBe(fault);
  });

  it('is what was asked, whatever that was, where a person changed nothing', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(fc.constantFrom(...Object.keys(SCHEMA['properties'] as object)), fc.string()),
          fc.jsonValue() as fc.Arbitrary<JsonObject[string]>,
        ),
        (more) => {
          const params = JSON.parse(JSON.stringify({ path: 'a', ...more })) as JsonObject;
          const fields = fieldsOf(SCHEMA, params);
          const { params: read, faults } = paramsOf(fields, textsOf(fields, params));
          // What was asked may itself be out of the schema's bounds: that is said, not changed.
          if (faults.size === 0) expect(read).toEqual(params);
          else expect([...faults.values()].every((one) => one.startsWith('too_'))).toBe(true);
        },
      ),
    );
  });

  it('begins with something that is right, or says what is missing', () => {
    for (const field of fieldsOf(SCHEMA, {})) {
      const begun = said(field.name, firstText(field));
      expect([field.name, begun]).not.toEqual([field.name, undefined]);
    }
  });
});
