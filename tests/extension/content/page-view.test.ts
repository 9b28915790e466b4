// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { PageView } from '../../../extension/content/page-view.ts';
import { generic } from '../../../extension/platforms/generic/generic.ts';
import { chatgpt } from '../../../extension/platforms/chatgpt/chatgpt.ts';

const LONG_AFTER_THE_LOAD_MS = 60_000;
const nothing = (): void => {};

let life = new AbortController();

beforeEach(() => {
  life = new AbortController();
  vi.useFakeTimers();
  document.body.innerHTML = '<main></main>';
});
afterEach(() => {
  life.abort();
  vi.useRealTimers();
});

const tap = {
  send: nothing,
  arm: async () => false,
  putInView: () => Promise.resolve(false),
  read: async () => null,
};
const listener = {
  moved: nothing,
  changed: nothing,
  touched: nothing,
  personActed: nothing,
  isReading: () => false,
};

test('a page that nobody wrote an adapter for says itself why it has no text field', async () => {
  document.body.innerHTML = '<p role="alert">This chat\n has ended.</p>';
  const view = new PageView(generic, tap, { teaching: null }, listener, life.signal);
  await vi.advanceTimersByTimeAsync(LONG_AFTER_THE_LOAD_MS);
  const text = 'The page has no text field, and says: This chat has ended.';
  expect(view.state().problem).toEqual({ code: 'send_refused', text });
});

test('a page without its composer is not ready at first, and drift once it had time to show it', async () => {
  const view = new PageView(chatgpt, tap, { teaching: null }, listener, life.signal);
  expect(view.state()).toMatchObject({
    ready: false,
    problem: null,
    checks: { composer: 'unknown' },
  });
  await vi.advanceTimersByTimeAsync(LONG_AFTER_THE_LOAD_MS);
  expect(view.state()).toMatchObject({
    ready: false,
    problem: { code: 'adapter_drift', text: expect.stringContaining('#prompt-textarea') },
    checks: { composer: 'failed' },
  });
});
