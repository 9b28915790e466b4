import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { createReplyStream } from '../../../../../conductor/src/features/minds/agents/reply-stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

function streamed() {
  const stored: string[] = [];
  const stream = createReplyStream(({ parts }) => {
    stored.push(parts.map((part) => ('delta' in part ? part.delta : part.type)).join(''));
  });
  return { stored, stream };
}

const word = (delta: string) => ({ type: 'text', delta }) as const;

test('the first words of a reply are stored almost at once, those that come together in one', () => {
  const { stored, stream } = streamed();
  stream.say(word('One '));
  stream.say(word('two '));
  expect(stored).toEqual([]);
  vi.advanceTimersByTime(10);
  expect(stored).toEqual(['One two ']);
  vi.advanceTimersByTime(1_000);
  stream.say(word('three'));
  vi.advanceTimersByTime(10);
  expect(stored).toEqual(['One two ', 'three']);
  stream.end();
  expect(vi.getTimerCount()).toBe(0);
});

test('a reply of many words is ten commits in a second, and none is missing', () => {
  const { stored, stream } = streamed();
  const words = Array.from({ length: 200 }, (_, at) => `${at} `);
  for (const one of words) {
    stream.say(word(one));
    vi.advanceTimersByTime(10);
  }
  expect(stored.length).toBeGreaterThan(15);
  expect(stored.length).toBeLessThanOrEqual(21);
  stream.end();
  expect(stored.join('')).toBe(words.join(''));
  expect(vi.getTimerCount()).toBe(0);
});
