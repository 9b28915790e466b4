// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

import { type DialogShim, SHIM, startDialogShim } from '../../../extension/page/dialog-shim.ts';

type Scope = Window & typeof globalThis;

let scope: Scope;
let opened: unknown[];

function shim(): DialogShim {
  return (scope as never as Record<symbol, DialogShim>)[Symbol.for(SHIM)] as DialogShim;
}

beforeEach(() => {
  opened = [];
  const open = (...args: unknown[]): null => {
    opened.push(args);
    return null;
  };
  scope = { open, document, frames: { inner: window } } as unknown as Scope;
  startDialogShim(scope);
});

test('answers each dialog at once: questions as was said before, once, and with no otherwise', () => {
  scope.alert('Hi');
  expect(scope.confirm('Sure?')).toBe(false);
  shim().answerNext({ accept: true, text: 'me' });
  expect(scope.prompt('Name?')).toBe('me');
  expect(scope.prompt('Name?', 'none')).toBeNull();
  shim().answerNext({ accept: true });
  expect(scope.prompt('Name?', 'none')).toBe('none');
  scope.print();
  expect(shim().take().dialogs).toEqual([
    { kind: 'alert', message: 'Hi', accepted: true },
    { kind: 'confirm', message: 'Sure?', accepted: false },
    { kind: 'prompt', message: 'Name?', accepted: true },
    { kind: 'prompt', message: 'Name?', accepted: false },
    { kind: 'prompt', message: 'Name?', accepted: true },
    { kind: 'print', message: '', accepted: false },
  ]);
  expect(shim().take()).toEqual({ dialogs: [], opens: [] });
});

test('keeps windows that would be new, and lets the page use those it has', () => {
  expect(scope.open('/new', '_blank')).toBeNull();
  scope.open('/here', '_self');
  scope.open('/inner', 'inner');
  expect(opened).toEqual([
    ['/here', '_self', undefined],
    ['/inner', 'inner', undefined],
  ]);
  expect(shim().take().opens).toEqual([new URL('/new', document.baseURI).href]);
});

test('keeps no more than a result tells, and is brought in once', () => {
  startDialogShim(scope);
  for (let count = 0; count < 100; count += 1) scope.alert('x'.repeat(10_000));
  const { dialogs } = shim().take();
  expect(dialogs).toHaveLength(20);
  expect(dialogs[0]?.message).toHaveLength(500);
});
