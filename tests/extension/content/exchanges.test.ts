import { expect, test, vi } from 'vitest';

import type { ExchangeListener } from '../../../extension/content/exchange.ts';
import { Exchanges } from '../../../extension/content/exchanges.ts';
import { generic } from '../../../extension/platforms/generic/generic.ts';

const MINUTE = 60_000;

/** A page that has sent a message; `polled`: what it has asked for after it. */
function sent(polled: string[] = []): Exchanges {
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
    polled: (_exchange, answer) => void polled.push(answer),
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

/** The page asks its site for something, and gets it. */
function reads(one: Exchanges, body: string): void {
  const url = 'https://chat.example/api/messages';
  one.take({
    kind: 'request',
    id: 2,
    url,
    method: 'GET',
    body: null,
    header_names: '',
    held: false,
  });
  one.take({ kind: 'response', id: 2, status: 200, head: ['application/json', null, null] });
  one.take({ kind: 'chunk', id: 2, reading: 2, text: body });
  one.take({ kind: 'end', id: 2, reading: 2, how: 'complete' });
}

test.for([
  ['an answer without a reply', '{"id":7,"ok":true}', ['[1]']],
  ['an answer that says the message back', '{"id":7,"text":"Hi."}', ['[1]']],
  ['the reply', '{"reply":"Good day."}', []],
] as const)('what the page asks for after %s', ([, answer, told]) => {
  const polled: string[] = [];
  const one = sent(polled);
  answers(one, 'application/json');
  one.take({ kind: 'chunk', id: 1, reading: 1, text: answer });
  one.take({ kind: 'end', id: 1, reading: 1, how: 'complete' });
  reads(one, '[1]');
  expect(polled).toEqual(told);
});
