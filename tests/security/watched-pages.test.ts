import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { ConversationTracker } from '../../extension/content/conversation-tracker.ts';
import type { ExchangeListener } from '../../extension/content/exchange.ts';
import { Exchanges } from '../../extension/content/exchanges.ts';
import { HistoryAccess } from '../../extension/content/history-access.ts';
import { chatgpt } from '../../extension/platforms/chatgpt/chatgpt.ts';
import { generic } from '../../extension/platforms/generic/generic.ts';

const SITE = 'https://chat.example';

beforeEach(() => {
  Object.assign(globalThis, { location: { href: `${SITE}/c/abcd-1234`, origin: SITE } });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'location');
});

function heard(): { readonly noted: string[]; readonly exchanges: Exchanges } {
  const noted: string[] = [];
  const listener: ExchangeListener = {
    held: (_exchange, judge) => judge(true),
    sent: () => undefined,
    captured: () => undefined,
    accepted: () => undefined,
    refused: () => undefined,
    lost: () => undefined,
    replied(_exchange, event) {
      if (event.type === 'final') noted.push(event.text);
    },
    over: () => undefined,
    unread: () => Promise.resolve(),
    polled: () => undefined,
    read: (_url, body) => void noted.push(`read ${body.length}`),
  };
  const exchanges = new Exchanges(
    generic,
    listener,
    () => undefined,
    () => 0,
  );
  return { noted, exchanges };
}

const asked = { header_names: '', held: false } as const;

describe('what a page does beside a reply', () => {
  test('does not have the reply forgotten, however often it asks its site', () => {
    const { noted, exchanges } = heard();
    const body = '{"messages":[{"role":"user","content":"Hi."}],"stream":true}';
    const url = `${SITE}/api/chat`;
    exchanges.take({ kind: 'request', ...asked, id: 1, url, method: 'POST', body });
    const head = ['text/event-stream', null, null] as const;
    exchanges.take({ kind: 'response', id: 1, status: 200, head });
    for (let id = 2; id < 500; id += 1) {
      const news = `${SITE}/api/news`;
      exchanges.take({ kind: 'request', ...asked, id, url: news, method: 'GET', body: '' });
    }
    const words = [{ delta: { content: 'Hello.' } }, { delta: {}, finish_reason: 'stop' }];
    const lines = words.map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`);
    const text = `${lines.join('')}data: [DONE]\n\n`;
    exchanges.take({ kind: 'chunk', id: 1, reading: 1, text });
    exchanges.take({ kind: 'end', id: 1, reading: 1, how: 'complete' });
    expect(noted).toEqual(['Hello.']);
  });

  test('is kept no longer than a page could mean it', () => {
    const { noted, exchanges } = heard();
    const url = `${SITE}/api/all`;
    exchanges.take({ kind: 'request', ...asked, id: 1, url, method: 'GET', body: '' });
    const head = ['application/json', null, null] as const;
    exchanges.take({ kind: 'response', id: 1, status: 200, head });
    const text = 'x'.repeat(2 ** 22);
    for (let n = 0; n < 17; n += 1) {
      exchanges.take({ kind: 'chunk', id: 1, reading: 1, text });
    }
    exchanges.take({ kind: 'end', id: 1, reading: 1, how: 'complete' });
    expect(noted).toEqual(['read 0']);
  });
});

test.each([
  ['/api/chats/17/messages', false],
  ['/api/chats/7-17/messages', false],
  ['/api/chats/7/messages', true],
  ['/api/messages?chat=7', true],
  ['/trpc/messages?input=%7B%22chat%22%3A%227%22%7D', true],
])('what a page reads at %s is the history of chat 7: %s', (path, isIts) => {
  const tap = {
    send: () => undefined,
    arm: async () => true,
    putInView: () => Promise.resolve(false),
    read: async () => null,
  };
  const access = new HistoryAccess(generic, tap);
  const turns = [
    { id: 'a', role: 'user', content: 'Hi.' },
    { id: 'b', role: 'assistant', content: 'Hello.' },
  ];
  const offered = access.offer(SITE + path, '7', JSON.stringify({ messages: turns }));
  expect([offered !== null, access.canRead('7')]).toEqual([isIts, isIts]);
});

test('what an event source brings of another conversation is no answer in this one', () => {
  const { noted, exchanges } = heard();
  const body = '{"message":"Hi.","conversation_id":"abcd-1234"}';
  const url = `${SITE}/api/chat`;
  exchanges.take({ kind: 'request', ...asked, id: 1, url, method: 'POST', body });
  const tell = (conversation_id: string, fields: object): void =>
    exchanges.take({
      kind: 'message',
      source: 1,
      name: 'message',
      text: JSON.stringify({ conversation_id, ...fields }),
    });
  tell('efgh-5678', { type: 'token', text: 'Of another.' });
  tell('efgh-5678', { type: 'done' });
  tell('abcd-1234', { type: 'token', text: 'Hello.' });
  tell('abcd-1234', { type: 'done' });
  expect(noted).toEqual(['Hello.']);
});

describe('a reply', () => {
  const ONE = '69ff3abc-9598-83ea-993f-8f3c5854a2eb';
  const TWO = '6a034877-cfc4-83e8-9c3f-9ccdde05cf75';
  const at = (path: string): URL => new URL(path, 'https://chatgpt.com');
  const kept = { read: () => null, keep: () => undefined, forget: () => undefined };
  const tracker = (path: string): ConversationTracker =>
    new ConversationTracker(chatgpt, at(path), () => undefined, kept);

  test('is not the one’s shown that its message was not sent to', () => {
    const page = tracker(`/c/${ONE}`);
    expect(page.shownTo(page.placeNumber, ONE)).toBe(ONE);
    expect(page.shownTo(page.placeNumber, null)).toBe(ONE);
    expect(page.shownTo(page.placeNumber, TWO)).toBeNull();
  });

  test('is not the one’s shown where its message was sent to a chat that the page has left', () => {
    const url = (id: string): URL => new URL(`/chat/${id}`, 'https://chat.example');
    const page = new ConversationTracker(generic, url('here0001'), () => undefined, kept);
    page.moved(url('there0002'));
    expect(page.shownTo(page.placeNumber, 'here0001')).toBeNull();
    // What else a request names may be anything.
    expect(page.shownTo(page.placeNumber, 'other0003')).toBe('there0002');
    page.moved(url('here0001'));
    expect(page.shownTo(page.placeNumber, 'here0001')).toBe('here0001');
  });

  test('of a new chat is not that of the chat opened before the new one had a name', () => {
    const page = tracker('/');
    const { placeNumber } = page;
    page.sent(null);
    page.moved(at(`/c/${TWO}`));
    page.streamNamed(ONE, placeNumber);
    expect(page.shownTo(placeNumber, null)).toBeNull();
    expect([page.place.remoteConversationId, page.hasSent]).toEqual([TWO, false]);
  });

  test('of a new chat is that of the address which the page then shows', () => {
    const page = tracker('/');
    const { placeNumber } = page;
    page.sent(null);
    page.moved(at(`/c/${ONE}`));
    page.streamNamed(ONE, placeNumber);
    expect(page.shownTo(placeNumber, null)).toBe(ONE);
  });
});
