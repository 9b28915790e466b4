// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { takeSeenPresses } from '../../../face/frame/seen-presses.ts';
import { pressKey } from '../press-key.ts';

let taken: string[];

beforeAll(() => takeSeenPresses());
beforeEach(() => {
  vi.useFakeTimers();
  window.dispatchEvent(new Event('focus'));
  taken = [];
  document.body.innerHTML = '<button>Auto</button><a href="#there">There</a><textarea></textarea>';
  for (const name of ['button', 'a', 'textarea'])
    for (const kind of ['click', 'keydown'])
      document.querySelector(name)?.addEventListener(kind, () => taken.push(`${name} ${kind}`));
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  document.body.replaceChildren();
});

function press(): void {
  document.querySelector('button')?.click();
  pressKey('y', document.querySelector('button') ?? undefined);
}

const BOTH = ['button click', 'button keydown'];

test('a press in the first half second is not taken, one after it is', () => {
  vi.advanceTimersByTime(499);
  press();
  expect(taken).toEqual([]);
  vi.advanceTimersByTime(500);
  press();
  expect(taken).toEqual(BOTH);
});

test('a page that comes to the front begins its half second anew', () => {
  vi.advanceTimersByTime(60_000);
  window.dispatchEvent(new Event('focus'));
  vi.advanceTimersByTime(499);
  press();
  expect(taken).toEqual([]);
  vi.advanceTimersByTime(500);
  press();
  expect(taken).toEqual(BOTH);
});

test('quick presses in a row, and a key that is held, are not taken for as long as they go on', () => {
  for (let row = 0; row < 50; row += 1) {
    vi.advanceTimersByTime(100);
    if (row % 2 === 0) document.body.click();
    else press();
  }
  expect(taken).toEqual([]);
  vi.advanceTimersByTime(500);
  press();
  expect(taken).toEqual(BOTH);
});

test('links lead on, and typing goes on, all the while', () => {
  document.querySelector('a')?.click();
  const field = document.querySelector('textarea');
  pressKey('y', field ?? undefined);
  pressKey('Enter', field ?? undefined);
  expect(taken).toEqual(['a click', 'textarea keydown']);
});

test('keys that only lead somewhere are taken at once, those that may change something are not', () => {
  const button = document.querySelector('button') ?? undefined;
  const taking = (key: string, held: { readonly ctrlKey?: boolean } = {}): boolean => {
    taken = [];
    pressKey(key, button, held);
    return taken.length > 0;
  };
  expect(['Tab', 'ArrowDown', 'Escape', 'F5'].filter((key) => taking(key))).toHaveLength(4);
  expect(taking('k', { ctrlKey: true })).toBe(true);
  expect(taking('Enter', { ctrlKey: true })).toBe(false);
  expect(['y', 'D', ' ', 'Enter', 'Delete'].filter((key) => taking(key))).toEqual([]);
});
