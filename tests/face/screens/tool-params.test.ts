import { expect, test } from 'vitest';

import { schemaRows } from '../../../face/screens/tools/schema-rows.ts';

const row = (name: string, type: string, needed = false, help = '') => ({
  name,
  type,
  needed,
  help,
});

test('params with their types, those of objects after them, and which are needed', () => {
  const schema = {
    type: 'object',
    required: ['path', 'place'],
    properties: {
      path: { type: 'string', description: 'Where.' },
      count: { type: ['integer', 'null'] },
      how: { enum: ['new', 1, null] },
      tags: { type: 'array', items: { type: 'string' } },
      place: {
        type: 'object',
        required: ['x'],
        properties: { x: { anyOf: [{ type: 'number' }, { const: 'far' }] }, y: {} },
      },
    },
  };
  expect(schemaRows(schema)).toEqual([
    row('path', 'string', true, 'Where.'),
    row('count', 'integer | null'),
    row('how', '"new" | 1 | null'),
    row('tags', 'string[]'),
    row('place', 'object', true),
    row('place.x', 'number | "far"', true),
    row('place.y', 'any'),
  ]);
});

test.each([{}, { properties: null }, { properties: [] }, { properties: { a: null }, required: 7 }])(
  'a schema that says nothing of use breaks nothing: %j',
  (schema) => {
    expect(schemaRows(schema).length).toBeLessThanOrEqual(1);
  },
);

test('a schema without end is said down to a depth', () => {
  const endless: Record<string, unknown> = { type: 'object' };
  endless['properties'] = { more: endless };
  expect(schemaRows(endless).map(({ name }) => name)).toEqual([
    'more',
    'more.more',
    'more.more.more',
  ]);
});
