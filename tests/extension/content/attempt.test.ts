import { expect, test } from 'vitest';

import type { AttemptPage } from '../../../extension/content/attempt.ts';
import { Attempts } from '../../../extension/content/attempts.ts';
import type { AttemptProgress } from '../../../extension/messages/page-messages.ts';

/** A page that takes each step, but for what a test has it do. */
function pageThat(
  does: Partial<Record<'insert' | 'press', () => Promise<boolean>>>,
  told: AttemptProgress[],
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
