import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createHeldSends } from '../../../../extension/background/toolbar/held-sends.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a text goes out once its time to be taken back is over', async () => {
  const holds = createHeldSends();
  const send = vi.fn(async () => true);
  const outcome = holds.hold('a', send);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe('sent');
  expect(holds.undo('a')).toBe(false);
});

test('one that is taken back never goes out, and others do', async () => {
  const holds = createHeldSends();
  const send = vi.fn(async () => true);
  const outcomes = [holds.hold('a', send), holds.hold('b', send)];
  expect(holds.undo('a')).toBe(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await Promise.all(outcomes)).toEqual(['undone', 'sent']);
  expect(send).toHaveBeenCalledTimes(1);
});

test('without a pairing nothing is sent, and it is said', async () => {
  const outcome = createHeldSends().hold('a', async () => false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await outcome).toBe('unpaired');
});
