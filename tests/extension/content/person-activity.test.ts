// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type PersonActivity, watchPerson } from '../../../extension/content/person-activity.ts';

let life: AbortController;
let changes: number;
let person: PersonActivity;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<textarea></textarea>';
  life = new AbortController();
  changes = 0;
  person = watchPerson(
    (target) => target === document.querySelector('textarea'),
    () => (changes += 1),
    () => undefined,
    life.signal,
  );
});
afterEach(() => {
  life.abort();
  vi.useRealTimers();
});

/** As from a person's hands, which no script can do in a browser. */
function does(type: string): void {
  const event = new Event(type, { bubbles: true, composed: true });
  Object.defineProperty(event, 'isTrusted', { value: true });
  document.querySelector('textarea')?.dispatchEvent(event);
}

test('a person counts as typing for two seconds after the last key', () => {
  does('keydown');
  vi.advanceTimersByTime(1_500);
  does('keydown');
  vi.advanceTimersByTime(1_500);
  expect(person.isTyping()).toBe(true);
  vi.advanceTimersByTime(500);
  expect([person.isTyping(), changes]).toEqual([false, 2]);
});

test('a person whose message is answered counts as typing no longer, until the next key', () => {
  does('keydown');
  person.isAnswered();
  expect([person.isTyping(), changes]).toEqual([false, 2]);
  person.isAnswered();
  expect(changes).toBe(2);
  does('keydown');
  expect([person.isTyping(), changes]).toEqual([true, 3]);
});

test('a person who is in the middle of composing a character is typing, whatever is answered', () => {
  does('compositionstart');
  person.isAnswered();
  vi.advanceTimersByTime(10_000);
  expect(person.isTyping()).toBe(true);
  does('compositionend');
  person.isAnswered();
  expect(person.isTyping()).toBe(false);
});
