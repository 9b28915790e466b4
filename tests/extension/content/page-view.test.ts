// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { PageView } from '../../../extension/content/page-view.ts';
import { chatgpt } from '../../../extension/platforms/chatgpt/chatgpt.ts';

const LONG_AFTER_THE_LOAD_MS = 60_000;
const life = new AbortController();
const nothing = (): void => {};

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<main></main>';
});
afterEach(() => {
  life.abort();
  vi.useRealTimers();
});

test('a page without its composer is not ready at first, and drift once it had time to show it', async () => {
  const tap = { send: nothing, arm: async () => false, read: async () => null };
  const listener = {
    moved: nothing,
    changed: nothing,
    touched: nothing,
    personActed: nothing,
    isReading: () => false,
  };
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
