import { describe, expect, it } from 'vitest';

import {
  keysAlong,
  leaves,
  merged,
  nested,
  valueAt,
  without,
} from '../../../shared/lib/dotted-path.ts';

const value = { a: { b: 1, 'c.d': { e: null } }, 'a.b': 2, list: [1] };

describe('a dotted name', () => {
  it.each([
    ['a', ['a']],
    ['a.b', ['a.b']],
    ['a.c.d', ['a', 'c.d']],
    ['a.c.d.e', ['a', 'c.d', 'e']],
    ['a.x', null],
    ['list.0', null],
    ['constructor', null],
    ['', null],
  ])('%j stands for the keys %j', (name, keys) => {
    expect(keysAlong(value, name)).toEqual(keys);
  });

  it('leads to a value, which may be null', () => {
    expect(valueAt(value, ['a', 'c.d', 'e'])).toBeNull();
    expect(valueAt(value, ['a', 'x', 'y'])).toBeUndefined();
    expect(valueAt(value, ['toString'])).toBeUndefined();
  });

  it('is what each value has', () => {
    expect(leaves(value)).toEqual([
      ['a.b', 1],
      ['a.c.d.e', null],
      ['a.b', 2],
      ['list', [1]],
    ]);
  });
});

describe('a patch', () => {
  it('changes what it names, at every depth, and nothing else', () => {
    expect(merged(value, { a: { 'c.d': { e: 3, f: 4 } }, list: [2] })).toEqual({
      ...value,
      a: { b: 1, 'c.d': { e: 3, f: 4 } },
      list: [2],
    });
    expect(merged({ a: null }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
    expect(merged({ a: { b: 1 } }, { a: null, c: undefined })).toEqual({ a: null });
  });

  it('cannot reach a prototype', () => {
    const patch: unknown = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}');
    merged(value, patch);
    expect('polluted' in {}).toBe(false);
    expect({}.constructor).toBe(Object);
  });

  it('is made of keys and a value', () => {
    expect(nested(['a', 'c.d'], 1)).toEqual({ a: { 'c.d': 1 } });
    expect(nested([], 1)).toBe(1);
  });

  it('is taken back with groups that are empty then', () => {
    expect(without({ a: { b: { c: 1 } }, d: 2 }, ['a', 'b', 'c'])).toEqual({ d: 2 });
    expect(without({ a: { b: 1, c: 2 } }, ['a', 'b'])).toEqual({ a: { c: 2 } });
    expect(without({ a: 1 }, ['a'])).toBeUndefined();
    expect(without({ a: 1 }, ['b', 'c'])).toEqual({ a: 1 });
  });
});
