import { expect, onTestFinished, test, vi } from 'vitest';

import { createAskerNews } from '../../../../../conductor/src/features/minds/agents/asker-news.ts';

test('2,000 words in 40 seconds are told on in few pieces, and those of a worker in a worker with them', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told: string[] = [];
  const news = createAskerNews(
    (runId) => {
      told.push(runId);
      return Promise.resolve(runId === 'leaf' ? 'middle' : null);
    },
    (cause) => expect.unreachable(String(cause)),
  );
  for (let word = 0; word < 2_000; word += 1) {
    news.heard('leaf');
    await vi.advanceTimersByTimeAsync(20);
  }
  await news.tell('leaf');
  await vi.runAllTimersAsync();
  const piecesOf = (runId: string) => told.filter((one) => one === runId).length;
  expect(piecesOf('leaf')).toBeLessThanOrEqual(81);
  expect(piecesOf('middle')).toBeLessThanOrEqual(piecesOf('leaf'));
  expect(told.at(-1)).toBe('middle');
  news.heard('leaf');
  news.stop();
  await vi.runAllTimersAsync();
  expect(told.at(-1)).toBe('middle');
});
