import { expect, test, vi } from 'vitest';

import type { ExchangeListener } from '../../../extension/content/exchange.ts';
import { Exchanges } from '../../../extension/content/exchanges.ts';
import { generic } from '../../../extension/platforms/generic/generic.ts';

const MINUTE = 60_000;

/** A page that has sent a message. */
function sent(): Exchanges {
  const nothing = (): void => undefined;
  const listener: ExchangeListener = {
    held: (_exchange, judge) => judge(true),
    sent: nothing,
    captured: nothing,
    accepted: nothing,
    refused: nothing,
    lost: nothing,
    replied: nothing,
    over: nothing,
    unread: () => Promise.resolve(),
    read: nothing,
  };
  Object.assign(globalThis, { location: { href: 'https://chat.example/' } });
  const exchanges = new Exchanges(generic, listener, nothing, () => 0);
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi.' }] });
  const url = 'https://chat.example/api/chat';
  const request = { id: 1, url, method: 'POST', body, header_names: '', held: false } as const;
  exchanges.take({ kind: 'request', ...request });
  return exchanges;
}

const answers = (one: Exchanges, contentType: string): void =>
  one.take({ kind: 'response', id: 1, status: 200, head: [contentType, null, null] });

test('a stream that has begun is being read, also before its first piece, until its end', () => {
  const one = sent();
  expect(one.isReading).toBe(false);
  answers(one, 'text/event-stream');
  expect(one.isReading).toBe(true);
  one.take({ kind: 'chunk', id: 1, reading: 1, text: ': hello\n\n' });
  expect(one.isReading).toBe(true);
  one.take({ kind: 'end', id: 1, reading: 1, how: 'complete' });
  expect(one.isReading).toBe(false);
});

test('an answer that its page may never read is not being read', () => {
  const one = sent();
  answers(one, 'application/json');
  expect(one.isReading).toBe(false);
});

test('an answer in no known words is being read while pieces of it come', () => {
  vi.useFakeTimers();
  const one = sent();
  answers(one, 'image/png');
  one.take({ kind: 'chunk', id: 1, reading: 1, text: 'something' });
  expect(one.isReading).toBe(true);
  vi.advanceTimersByTime(MINUTE);
  expect(one.isReading).toBe(false);
  vi.useRealTimers();
});
