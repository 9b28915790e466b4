// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { wireSeenButton } from '../../../extension/consent/seen-button.ts';

let button: HTMLButtonElement;
let pressed: number;
let isOpen: boolean;
let seenButton: ReturnType<typeof wireSeenButton>;

beforeEach(() => {
  vi.useFakeTimers();
  button = document.createElement('button');
  document.body.replaceChildren(button);
  seen(true, true);
  pressed = 0;
  isOpen = true;
  seenButton = wireSeenButton(
    button,
    () => isOpen,
    () => (pressed += 1),
  );
});
afterEach(() => {
  seenButton.end();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function seen(isVisible: boolean, hasFocus: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus);
}

/** A click as the browser makes it of a person's, or a script of its own. */
function click(isTrusted: boolean): void {
  const event = new MouseEvent('click');
  Object.defineProperty(event, 'isTrusted', { value: isTrusted });
  button.dispatchEvent(event);
}

test('a click in the first second is not taken, one after it is', () => {
  vi.advanceTimersByTime(999);
  expect(button.disabled).toBe(true);
  click(true);
  expect(pressed).toBe(0);
  vi.advanceTimersByTime(1);
  expect(button.disabled).toBe(false);
  click(true);
  expect(pressed).toBe(1);
});

test.each(['pointerdown', 'keydown'])('each %s in that second begins it anew', (kind) => {
  for (let presses = 0; presses < 5; presses += 1) {
    vi.advanceTimersByTime(999);
    document.body.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  vi.advanceTimersByTime(999);
  expect(button.disabled).toBe(true);
  vi.advanceTimersByTime(1);
  expect(button.disabled).toBe(false);
  document.body.dispatchEvent(new Event(kind, { bubbles: true }));
  expect(button.disabled).toBe(false);
});

test('a click that a script made is not taken', () => {
  vi.advanceTimersByTime(5_000);
  click(false);
  button.click();
  expect(pressed).toBe(0);
});

test.each([
  ['hidden', false, true, () => document.dispatchEvent(new Event('visibilitychange'))],
  ['behind another window', true, false, () => window.dispatchEvent(new Event('blur'))],
])('a page that was %s begins its second anew', (_, isVisible, hasFocus, tell) => {
  vi.advanceTimersByTime(5_000);
  seen(isVisible, hasFocus);
  tell();
  expect(button.disabled).toBe(true);
  vi.advanceTimersByTime(60_000);
  click(true);
  expect(pressed).toBe(0);

  seen(true, true);
  window.dispatchEvent(new Event('focus'));
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(999);
  click(true);
  expect(pressed).toBe(0);
  vi.advanceTimersByTime(1);
  click(true);
  expect(pressed).toBe(1);
});

test('where there is nothing to click for, it stays off', () => {
  isOpen = false;
  seenButton.changed();
  vi.advanceTimersByTime(60_000);
  click(true);
  expect([button.disabled, pressed]).toEqual([true, 0]);
});
