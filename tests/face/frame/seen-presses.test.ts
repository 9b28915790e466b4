// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { takeSeenPresses } from '../../../face/frame/seen-presses.ts';
import { pressKey } from '../press-key.ts';

let taken: string[];
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  taken = [];
  document.body.innerHTML = '<button>Auto</button><a href="#there">There</a><textarea></textarea>';
  end = takeSeenPresses();
  for (const name of ['button', 'a', 'textarea'])
    for (const kind of ['click', 'keydown'])
      document.querySelector(name)?.addEventListener(kind, () => taken.push(`${name} ${kind}`));
});
afterEach(() => {
  end();
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
  vi.advanceTimersByTime(1);
  press();
  expect(taken).toEqual(BOTH);
});

test.each([
  ['comes to the front', () => window.dispatchEvent(new Event('focus'))],
  ['is shown again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a page that %s begins its half second anew', (_, tell) => {
  vi.advanceTimersByTime(60_000);
  tell();
  vi.advanceTimersByTime(499);
  press();
  expect(taken).toEqual([]);
  vi.advanceTimersByTime(1);
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
