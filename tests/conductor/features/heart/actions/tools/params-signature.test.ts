import { expect, it } from 'vitest';
import * as z from 'zod';

import type { JsonObject } from '../../../../../../conductor/src/baa/json-value.ts';
import { paramsSignature } from '../../../../../../conductor/src/features/heart/actions/tools/params-signature.ts';

function schemaOf(shape: z.core.$ZodLooseShape): JsonObject {
  return z.record(z.string(), z.json()).parse(z.toJSONSchema(z.object(shape)));
}

it.each<[string, z.core.$ZodLooseShape, string]>([
  ['nothing', {}, ''],
  [
    'plain types',
    { a: z.string(), b: z.boolean(), c: z.int() },
    '{"a":string,"b":boolean,"c":integer}',
  ],
  ['what is optional', { a: z.string().optional() }, '{"a"?:string}'],
  ['choices', { a: z.enum(['x', 'y']), b: z.literal(3) }, '{"a":"x"|"y","b":3}'],
  ['lists', { a: z.array(z.number()) }, '{"a":[number]}'],
  ['what may be null', { a: z.nullable(z.string()) }, '{"a":string|null}'],
  ['objects', { a: z.object({ b: z.string() }) }, '{"a":{"b":string}}'],
  ['anything', { a: z.unknown() }, '{"a":any}'],
])('params are told in short: %s', (_name, shape, signature) => {
  expect(paramsSignature(schemaOf(shape))).toBe(signature);
});
