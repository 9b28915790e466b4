import { describe, expect, test } from 'vitest';
import {
  applyStreamPatch,
  isRoot,
} from '../../../../extension/platforms/kit/apply-stream-patch.ts';

const document = (): unknown => ({ a: { b: ['x', 'y'] }, 'c/d': 1, text: 'He' });

describe('a path', () => {
  test.for([['/a/b/1'], ['a/b/1'], ['a.b.1'], ['a.b[1]'], [['a', 'b', 1]], ['/a/b/-1']] as const)(
    '%j leads to the same place',
    ([path]) => {
      expect(applyStreamPatch(document(), path, 'replace', 'Z')?.root).toMatchObject({
        a: { b: ['x', 'Z'] },
      });
    },
  );

  test.for(['', '/', []])('%j is the root', (path) => {
    expect(isRoot(path)).toBe(true);
    expect(applyStreamPatch(document(), path, 'replace', { new: 1 })).toEqual({ root: { new: 1 } });
    expect(applyStreamPatch('Hel', path, 'append', 'lo')).toEqual({ root: 'Hello' });
    expect(applyStreamPatch(null, path, 'add', [])).toEqual({ root: [] });
  });

  test('may hold slashes and tildes as JSON pointers escape them', () => {
    expect(applyStreamPatch(document(), '/c~1d', 'replace', 2)?.root).toMatchObject({ 'c/d': 2 });
  });

  test.for(['/a/x/y', '/a/b/7', '/a/b/one', '/text/0', '/__proto__', '/constructor/prototype/x'])(
    '%s leads nowhere, and changes nothing',
    (path) => {
      const before = document();
      expect(applyStreamPatch(before, path, 'append', 'x')).toBeNull();
      expect(before).toEqual(document());
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    },
  );

  test.for([null, undefined, 7, {}])('%j is none', (path) => {
    expect(applyStreamPatch(document(), path, 'replace', 1)).toBeNull();
  });
});

describe('an operation', () => {
  test.for([
    ['add', '/a/b/0', 'w', { a: { b: ['w', 'x', 'y'] } }],
    ['add', '/a/b/-', 'z', { a: { b: ['x', 'y', 'z'] } }],
    ['remove', '/a/b/0', null, { a: { b: ['y'] } }],
    ['delete', '/a/b/0', null, { a: { b: ['y'] } }],
    ['append', '/text', 'y', { text: 'Hey' }],
    ['append', '/a/b', ['z'], { a: { b: ['x', 'y', 'z'] } }],
    ['append', '/a', { c: 1 }, { a: { b: ['x', 'y'], c: 1 } }],
    ['append', '/new', 'y', { new: 'y' }],
    ['truncate', '/text', 1, { text: 'H' }],
  ] as const)('%s at %s', ([op, path, value, after]) => {
    expect(applyStreamPatch(document(), path, op, value)?.root).toMatchObject(after);
  });

  test.for([
    ['append', '/text', 1],
    ['append', '/c~1d', 'x'],
    ['truncate', '/text', 'one'],
    ['remove', '/a/b/2', null],
    ['move', '/text', 'x'],
  ] as const)('%s at %s with %j does not fit', ([op, path, value]) => {
    expect(applyStreamPatch(document(), path, op, value)).toBeNull();
  });
});
