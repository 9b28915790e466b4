import { expect, onTestFinished, test, vi } from 'vitest';

import type { AttemptPage } from '../../../extension/content/attempt.ts';
import { Attempts } from '../../../extension/content/attempts.ts';
import type { AttemptProgress } from '../../../extension/messages/page-messages.ts';

/** A page that takes each step, but for what a test has it do. */
function pageThat(
  does: Partial<Record<'insert' | 'press', () => Promise<boolean>>>,
  told: AttemptProgress[],
  own: Partial<AttemptPage> = {},
): AttemptPage {
  const composer = {
    insert: does.insert ?? (() => Promise.resolve(true)),
    press: does.press ?? (() => Promise.resolve()),
    clearOurs: () => Promise.resolve(),
    hasOurs: () => true,
  };
  return {
    composer: composer as unknown as AttemptPage['composer'],
    sendsAreCertain: true,
    isAt: () => true,
    isPast: () => false,
    isAfterUnanswered: () => false,
    loadAnew: () => undefined,
    sendsNameIt: () => true,
    claim: () => false,
    isBehind: () => false,
    obstacle: () => null,
    settled: () => Promise.resolve(),
    replay: () => Promise.resolve(null),
    arm: () => Promise.resolve(true),
    tell: (progress) => Promise.resolve((told.push(progress), { go: true })),
    signal: new AbortController().signal,
    ...own,
  };
}

const breaks = () => Promise.reject(new TypeError('the page is not what it was'));

test.each([
  ['before anything can have left, is not sent', { insert: breaks }, 'no'],
  ['once it was pressed, may be sent', { press: breaks }, 'unknown'],
] as const)('an attempt that its page breaks %s, and is over', async (_what, does, sent) => {
  const told: AttemptProgress[] = [];
  const attempts = new Attempts(() => pageThat(does, told));
  expect(attempts.send('a-1', 'c-1', 'Hello.')).toEqual({ taken: true });
  await expect.poll(() => attempts.current).toBeNull();
  expect(told.at(-1)).toMatchObject({ step: 'failed', code: 'adapter_drift', sent });
  expect(attempts.send('a-2', 'c-1', 'Hello again.')).toEqual({ taken: true });
});

test.each([
  ['a message without a reply loads the page anew and is tried again', true, 'page_gone', 1],
  ['none says that the page is not understood', false, 'adapter_drift', 0],
] as const)('a press that sent nothing after %s', async (_what, isAfter, code, loads) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told: AttemptProgress[] = [];
  const loadAnew = vi.fn<() => void>();
  const attempts = new Attempts(() =>
    pageThat({}, told, { isAfterUnanswered: () => isAfter, loadAnew }),
  );
  attempts.send('a-1', 'c-1', 'Hello.');
  await vi.runAllTimersAsync();
  expect(told.at(-1)).toMatchObject({ step: 'failed', code, sent: 'no' });
  expect(loadAnew).toHaveBeenCalledTimes(loads);
});
