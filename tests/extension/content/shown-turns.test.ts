// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

import type { DomActivity } from '../../../extension/content/dom-activity.ts';
import { ShownTurns } from '../../../extension/content/shown-turns.ts';
import { generic } from '../../../extension/platforms/generic/generic.ts';

const RESTING: DomActivity = {
  isSettled: () => true,
  quiet: () => Promise.resolve(true),
  loaded: () => Promise.resolve(),
};

let isReading = false;

/** Draws the page, and reads the turns it shows. */
function shownIn(html: string): { shown: ShownTurns; sign: () => HTMLElement } {
  document.body.innerHTML = html;
  const { signal } = new AbortController();
  const shown = new ShownTurns(generic, null, RESTING, () => isReading, signal);
  return { shown, sign: () => document.querySelector<HTMLElement>('button') ?? document.body };
}

beforeEach(() => void (isReading = false));

test('a button to stop it shows that a reply is being written', () => {
  const { shown, sign } = shownIn('<button aria-label="Stop" hidden>');
  sign().hidden = true;
  sign().style.display = 'none';
  expect(shown.isWriting()).toBe(false);
  sign().style.display = '';
  sign().hidden = false;
  expect(shown.isWriting()).toBe(true);
});

test('a button that cannot be pressed shows nothing', () => {
  expect(shownIn('<button aria-label="Stop" disabled>').shown.isWriting()).toBe(false);
  expect(shownIn('<button aria-label="Stop" aria-disabled="true">').shown.isWriting()).toBe(false);
});

test('one that was there before the message was sent shows nothing of its reply, until it was away', () => {
  const { shown, sign } = shownIn('<button aria-label="Stop">');
  shown.aboutToSend();
  expect(shown.isWriting()).toBe(false);
  sign().style.display = 'none';
  expect(shown.isWriting()).toBe(false);
  sign().style.display = '';
  expect(shown.isWriting()).toBe(true);
});

test('one of a reply that is being read is no standing one', () => {
  const { shown } = shownIn('<button aria-label="Stop">');
  isReading = true;
  shown.aboutToSend();
  isReading = false;
  expect(shown.isWriting()).toBe(true);
});
