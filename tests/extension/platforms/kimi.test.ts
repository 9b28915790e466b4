import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kimi } from '../../../extension/platforms/kimi/kimi.ts';
import { ConnectSplitter } from '../../../extension/platforms/kimi/connect-splitter.ts';
import { tap } from '../../../extension/platforms/kimi/tap.ts';
import type { ReplyDecoder, TappedRequest } from '../../../extension/platforms/platform.ts';
import { decodeWhole, expectSplitChangesNothing, finalsOf, textOf } from './decode.ts';

const SITE = 'https://www.kimi.com';
const CHAT = 'd2iabcdefghijk012345';
const USER = '1a0e2869-d252-88c2-8000-00000000000a';
const ANSWER = '1a0e2869-d252-88c2-8000-00000000000b';
const TEXT = 'Here: ```baa\n@conductor::time\n```\nBy Acme 日本 👍 end';

/** A Connect frame as the tap gives it: bytes, decoded as text. */
const frame = (json: string, flag = 0): Uint8Array => {
  const body = new TextEncoder().encode(json);
  const bytes = new Uint8Array(5 + body.length);
  new DataView(bytes.buffer).setUint32(1, body.length);
  bytes[0] = flag;
  bytes.set(body, 5);
  return bytes;
};
const asText = (...frames: Uint8Array[]): string => {
  const decoder = new TextDecoder();
  return frames.map((bytes) => decoder.decode(bytes, { stream: true })).join('') + decoder.decode();
};
const stream = (...values: unknown[]): string =>
  asText(...values.map((value) => frame(JSON.stringify(value))), frame('{}', 2));

const SEND = {
  chat_id: CHAT,
  scenario: 'SCENARIO_K2D5',
  message: {
    parent_id: 'before',
    role: 'user',
    blocks: [{ message_id: '', text: { content: 'line one\n  two 日本' } }],
  },
  options: { thinking: true },
};
const request = (body: unknown, path = '/apiv2/kimi.gateway.chat.v1.ChatService/Chat') =>
  ({
    url: `${SITE}${path}`,
    method: 'POST',
    body: asText(frame(JSON.stringify(body))),
    pageUrl: `${SITE}/chat/${CHAT}`,
  }) satisfies TappedRequest;
const decoder = (): ReplyDecoder => {
  const made = kimi.decodeReply(request(SEND), 'application/connect+json');
  if (made === null) throw new Error('A reply was expected to be readable.');
  return made;
};
const decode = (...values: unknown[]): ReturnType<typeof decodeWhole> =>
  decodeWhole(decoder(), stream(...values));

const message = (id: string, role: string, status: string): object => ({
  op: 'set',
  mask: 'message',
  message: { id, role, status: `MESSAGE_STATUS_${status}` },
});
const text = (id: string, content: string, op: 'set' | 'append', parentId = ANSWER): object => ({
  op,
  mask: op === 'set' ? 'block.text' : 'block.text.content',
  block: { id, parentId, text: { content } },
});
const status = (id: string, name: string): object => ({
  op: 'set',
  mask: 'message.status',
  message: { id, status: `MESSAGE_STATUS_${name}` },
});
const BEGIN = [
  { heartbeat: {} },
  { op: 'set', eventOffset: 1, chat: { id: CHAT, name: 'New' } },
  message(USER, 'user', 'COMPLETED'),
  text('b0', 'line one', 'set', USER),
  message(ANSWER, 'assistant', 'GENERATING'),
  { op: 'set', mask: 'block.think', block: { id: 'b1', think: { content: 'secret' } } },
  { op: 'append', mask: 'block.think.content', block: { id: 'b1', think: { content: ' plan' } } },
];
const WRITE = [
  text('b2', 'Here: ', 'set'),
  text('b2', '```baa\n@conductor::time\n```\n', 'append'),
  { op: 'set', mask: 'block.multiStage', block: { id: 'b3', multiStage: {} } },
  text('b4', 'By Acme 日本', 'set'),
  text('b4', ' 👍 end', 'append'),
  { op: 'set', mask: 'chat.name', chat: { id: CHAT, name: 'A title' } },
];
const DONE = { eventOffset: 9, done: {} };
const WHOLE = [...BEGIN, ...WRITE, status(ANSWER, 'COMPLETED'), DONE];

describe('an address', () => {
  test.for([
    ['/', null],
    ['/?chat_enter_method=new_chat', null],
    [`/chat/${CHAT}`, CHAT],
    [`/chat/${ANSWER}`, ANSWER],
  ] as const)('%s is a chat', ([path, id]) => {
    expect(kimi.locate(new URL(path, SITE))).toEqual({
      remoteConversationId: id,
      provisionalId: null,
      excluded: false,
    });
  });

  test.for([`/share/${CHAT}`, '/chat/history', '/code'])('%s is watched by nobody', (path) => {
    expect(kimi.locate(new URL(path, SITE))).toMatchObject({ excluded: true });
  });

  test('is made from a real id alone', () => {
    expect(kimi.conversationUrl(CHAT, SITE)).toBe(`${SITE}/chat/${CHAT}`);
    expect(kimi.conversationUrl('../evil', SITE)).toBeNull();
    expect(kimi.serves(new URL('https://kimi.com/'))).toBe(true);
    expect(kimi.serves(new URL('https://platform.kimi.com/'))).toBe(false);
  });
});

describe('a request', () => {
  test('to chat is a send, with its text and ids', () => {
    expect(kimi.describeSend(request(SEND))).toEqual({
      kind: 'next',
      text: 'line one\n  two 日本',
      userMessageId: null,
      remoteConversationId: CHAT,
      parentMessageId: 'before',
    });
  });

  test('elsewhere, or without a text of the person’s, is none', () => {
    expect(
      kimi.describeSend(request(SEND, '/apiv2/kimi.chat.v1.ChatService/ListChats')),
    ).toBeNull();
    expect(
      kimi.describeSend(request({ ...SEND, message: { role: 'user', blocks: [] } })),
    ).toBeNull();
    expect(kimi.describeSend({ ...request(SEND), body: 'nothing' })).toBeNull();
  });

  test('is watched when it may be a send', () => {
    expect(tap.send.test(`POST ${request(SEND).url}`)).toBe(true);
    expect(tap.send.test(`POST ${SITE}/apiv2/kimi.gateway.chat.v1.ChatService/CancelChat`)).toBe(
      false,
    );
  });
});

describe('frames that were decoded as text', () => {
  test('are told apart whatever their lengths look like', () => {
    // Lengths whose bytes are quotes, braces, NULs or half a character.
    for (const length of [
      123, 125, 256, 291, 0x0100, 0x7b22, 0x7b7b, 0x7b7d, 0xc3a9, 0xe47b, 0x10000, 0x17b22,
    ]) {
      const json = (filler: string): string => JSON.stringify({ filler });
      const sized = json('x'.repeat(length - json('').length));
      const splitter = new ConnectSplitter();
      const stream = asText(frame('{"a":1}'), frame(sized), frame('{"b":2}'), frame('{}', 2));
      const pieces = [...splitter.push(stream), ...splitter.end()].map(({ data }) => data);
      expect(pieces, `a frame of ${length} bytes`).toEqual(['{"a":1}', sized, '{"b":2}', '{}']);
    }
  });

  test('are told apart whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.string({ unit: 'binary' }))), (values) => {
        const splitter = new ConnectSplitter();
        const pieces = [...splitter.push(stream(...values)), ...splitter.end()];
        const parsed = pieces.map(({ data }): unknown => JSON.parse(data ?? '?'));
        expect(parsed).toEqual([
          ...values.map((each) => JSON.parse(JSON.stringify(each)) as unknown),
          {},
        ]);
      }),
    );
  });
});

describe('a reply', () => {
  test('is the text blocks of the answer alone, in order', () => {
    const events = decode(...WHOLE);
    expect(finalsOf(events)).toEqual([{ id: ANSWER, text: TEXT }]);
    expect(events[0]).toEqual({ type: 'conversation', remoteConversationId: CHAT });
    expect(events[1]).toEqual({ type: 'user_turn', messageId: USER });
    expect(textOf(events)).toBe(TEXT);
    expectSplitChangesNothing(decoder, stream(...WHOLE));
  });

  test('is complete with the assistant’s own status only, and when nothing follows', () => {
    expect(finalsOf(decode(...BEGIN, ...WRITE, DONE))).toEqual([]);
    expect(finalsOf(decode(...BEGIN, ...WRITE, status(USER, 'COMPLETED'), DONE))).toEqual([]);
    expect(finalsOf(decode(...BEGIN, ...WRITE, status(ANSWER, 'CANCELED'), DONE))).toEqual([]);
    const decoding = decoder();
    expect(finalsOf(decoding.push(stream(...WHOLE.slice(0, -1))))).toEqual([]);
    expect(finalsOf(decoding.end())).toHaveLength(1); // The stream's own end does as well as `done`.
  });

  test('is not touched by messages of others', () => {
    const tool = message('t-1', 'tool', 'COMPLETED');
    const events = decode(...BEGIN, ...WRITE, tool, status(ANSWER, 'COMPLETED'), DONE);
    expect(finalsOf(events)).toEqual([{ id: ANSWER, text: TEXT }]);
    expect(finalsOf(decode(...BEGIN, ...WRITE, tool, DONE))).toEqual([]);
  });

  test('with a piece that cannot be read or placed has no final', () => {
    const compressed = asText(frame('\u001f\u008bnothing to read', 1));
    const whole = stream(...WHOLE);
    expect(finalsOf(decodeWhole(decoder(), compressed + whole))).toEqual([]);
    const early = [...BEGIN.slice(0, 2), text('b9', 'whose?', 'set'), ...BEGIN.slice(2)];
    expect(finalsOf(decode(...early, ...WRITE, status(ANSWER, 'COMPLETED'), DONE))).toEqual([]);
  });

  test.for([
    ['resource_exhausted', 'rate_limited'],
    ['unauthenticated', 'missing_credential'],
    ['invalid_argument', 'send_rejected'],
  ] as const)('that ends with %s is an error and never final', ([name, code]) => {
    const events = decode(...WHOLE.slice(0, -1), { error: { code: name, details: [] } });
    expect(events.at(-1)).toMatchObject({ type: 'error', code, retryAfterMs: null });
    expect(finalsOf(events)).toEqual([]);
  });
});

test('a refusal reads as what it is', () => {
  const body = JSON.stringify({ code: 'unauthenticated', message: 'Log in.' });
  expect(kimi.readRefusal(401, {}, body)).toMatchObject({
    code: 'missing_credential',
    text: 'Log in.',
  });
  expect(kimi.readRefusal(429, { 'retry-after': '3' }, '')).toMatchObject({
    code: 'rate_limited',
    retryAfterMs: 3_000,
  });
});
