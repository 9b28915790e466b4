import { expect, test } from 'vitest';

import type { ExchangeListener } from '../../../extension/content/exchange.ts';
import { Exchanges } from '../../../extension/content/exchanges.ts';
import { poe } from '../../../extension/platforms/poe/poe.ts';

const CODE = '2abc34def';
const CHAT = { chatId: 987654, chatCode: CODE };

function frame(chatId: number, text: string, state: string): string {
  const messageAdded = { messageId: 42, text, state, author: 'Bot' };
  const payload = { unique_id: `messageAdded:${chatId}`, data: { messageAdded } };
  const update = JSON.stringify({ message_type: 'subscriptionUpdate', payload });
  return JSON.stringify({ messages: [update], min_seq: 1 });
}

test('a reply that goes on over a socket is found by what the socket calls its conversation', () => {
  const noted: string[] = [];
  const listener: ExchangeListener = {
    held: (_exchange, judge) => judge(true),
    sent: () => undefined,
    captured: () => undefined,
    accepted: () => undefined,
    refused: () => undefined,
    lost: () => undefined,
    replied({ send }, event) {
      if (event.type === 'conversation') noted.push(`in ${event.remoteConversationId}`);
      if (event.type === 'final') noted.push(`${send?.text}: ${event.text}`);
    },
    over: () => undefined,
    unread: () => Promise.resolve(),
    polled: () => undefined,
    read: () => undefined,
  };
  Object.assign(globalThis, { location: { href: `https://poe.com/chat/${CODE}` } });
  const exchanges = new Exchanges(
    poe,
    listener,
    () => undefined,
    () => 0,
  );
  const variables = { chatId: CHAT.chatId, bot: 'Bot', query: 'What now?' };
  const body = JSON.stringify({ queryName: 'sendMessageMutation', variables });
  const url = 'https://poe.com/api/gql_POST';
  const request = { id: 1, url, method: 'POST', body, header_names: '', held: false } as const;
  exchanges.take({ kind: 'request', ...request });
  exchanges.take({ kind: 'response', id: 1, status: 200, head: ['application/json', null, null] });
  const edge = { status: 'success', chat: CHAT };
  const answer = JSON.stringify({ data: { messageEdgeCreate: edge } });
  exchanges.take({ kind: 'chunk', id: 1, reading: 1, text: answer });
  exchanges.take({ kind: 'end', id: 1, reading: 1, how: 'complete' });

  exchanges.takeFrame(frame(111, 'Of another chat', 'complete'));
  exchanges.takeFrame(frame(CHAT.chatId, 'It is', 'incomplete'));
  exchanges.takeFrame(frame(CHAT.chatId, 'It is noon.', 'complete'));
  expect(noted).toEqual([`in ${CODE}`, 'What now?: It is noon.']);
});
