import { describe, expect, test } from 'vitest';
import { grok } from '../../../extension/platforms/grok/grok.ts';
import { sockets, tap } from '../../../extension/platforms/grok/tap.ts';
import {
  RECORD_END,
  type ReplyDecoder,
  SOCKET_METHOD,
  SOCKET_TEXTS,
  type TappedRequest,
} from '../../../extension/platforms/platform.ts';
import { decodeWhole, expectSplitChangesNothing, finalsOf, fixture, textOf } from './decode.ts';

const SITE = 'https://grok.com';
const CONVERSATION = '0f0e0d0c-0001-4000-8000-000000000001';
const USER = '11111111-0000-4000-8000-00000000000a';
const ANSWER = '22222222-0000-4000-8000-00000000000b';
const TEXT = 'Here: ```baa\n@conductor::time\n```\nBy Acme 日本 👍 end';
const REST = '/rest/app-chat/conversations';

const request = (path: string, body: unknown): TappedRequest => ({
  url: `${SITE}${path}`,
  method: 'POST',
  body: JSON.stringify(body),
  pageUrl: `${SITE}/`,
});
const SEND = { message: 'line one\n  two', parentResponseId: 'before', temporary: false };
const decoder = (): ReplyDecoder => {
  const made = grok.decodeReply(request(`${REST}/new`, SEND), 'application/json');
  if (made === null) throw new Error('A reply was expected to be readable.');
  return made;
};
const decode = (stream: string): ReturnType<typeof decodeWhole> => decodeWhole(decoder(), stream);

describe('an address', () => {
  test.for([
    ['/', null],
    ['/c', null],
    [`/c/${CONVERSATION}?rid=${ANSWER}`, CONVERSATION],
    [`/chat/${CONVERSATION}`, CONVERSATION],
    ['/project/p-1', null],
    [`/project/p-1?chat=${CONVERSATION}`, CONVERSATION],
  ] as const)('%s is a chat', ([path, id]) => {
    expect(grok.locate(new URL(path, SITE))).toEqual({
      remoteConversationId: id,
      provisionalId: null,
      excluded: false,
    });
  });

  test.for([`/share/${CONVERSATION}`, '/imagine', '/c/nothing', '/project/p-1?chat=nothing'])(
    '%s is watched by nobody',
    (path) => {
      expect(grok.locate(new URL(path, SITE))).toMatchObject({ excluded: true });
    },
  );

  test('is made from a real id alone', () => {
    expect(grok.conversationUrl(CONVERSATION, SITE)).toBe(`${SITE}/c/${CONVERSATION}`);
    expect(grok.conversationUrl('../evil', SITE)).toBeNull();
  });
});

describe('a request', () => {
  test.for([
    ['new', null],
    [`${CONVERSATION}/responses`, CONVERSATION],
  ] as const)('to %s is a send', ([path, id]) => {
    expect(grok.describeSend(request(`${REST}/${path}`, SEND))).toEqual({
      kind: 'next',
      text: 'line one\n  two',
      userMessageId: null,
      remoteConversationId: id,
      parentMessageId: 'before',
    });
    expect(tap.send.test(`POST ${SITE}${REST}/${path}`)).toBe(true);
  });

  test.for([`${CONVERSATION}/load-responses`, `${CONVERSATION}/title`, 'nothing/responses'])(
    'to %s is none',
    (path) => {
      expect(grok.describeSend(request(`${REST}/${path}`, SEND))).toBeNull();
    },
  );
});

describe('a reply', () => {
  test.for(['new-chat.ndjson', 'existing-chat.ndjson'])(
    'in %s is the answer alone: no thought, tool card or tag',
    (name) => {
      const events = decode(fixture(`grok/${name}`));
      expect(finalsOf(events)).toEqual([{ id: ANSWER, text: TEXT }]);
      expect(events).toContainEqual({ type: 'user_turn', messageId: USER });
      expect(textOf(events)).toBe(TEXT);
      expectSplitChangesNothing(decoder, fixture(`grok/${name}`));
    },
  );

  test('names the conversation it begins', () => {
    expect(decode(fixture('grok/new-chat.ndjson'))[0]).toEqual({
      type: 'conversation',
      remoteConversationId: CONVERSATION,
    });
  });

  test('that breaks off, is partial or failed has no final', () => {
    const whole = fixture('grok/new-chat.ndjson');
    const cut = whole.slice(0, whole.indexOf('{"result":{"response":{"modelResponse"'));
    expect(textOf(decode(cut))).toBe(TEXT);
    expect(finalsOf(decode(cut))).toEqual([]);
    expect(finalsOf(decode(whole.replace('"partial":false', '"partial":true')))).toEqual([]);
    const failed = decode(
      whole.replace('"streamErrors":[]', '"streamErrors":[{"message":"Too many requests"}]'),
    );
    expect(finalsOf(failed)).toEqual([]);
    expect(failed).toContainEqual({
      type: 'error',
      code: 'rate_limited',
      text: 'Too many requests',
      retryAfterMs: null,
    });
  });
});

test.for([
  [403, { code: 7, message: 'Request rejected by anti-bot rules' }, 'challenge_required'],
  [429, { code: 8, message: 'Too many requests' }, 'rate_limited'],
  [400, { code: 3, message: 'Bad' }, 'send_rejected'],
  [401, { code: 16, message: 'Who?' }, 'missing_credential'],
] as const)('a refusal of %s reads as what it is', ([status, error, code]) => {
  expect(grok.readRefusal(status, {}, JSON.stringify({ error }))).toEqual({
    code,
    text: error.message,
    retryAfterMs: null,
  });
});

describe('the socket', () => {
  const frameOf = (event: object, session_id: string = CONVERSATION): string =>
    JSON.stringify({ session_id, event_id: 'e', event });
  const sent = (body: string): TappedRequest => ({
    url: 'wss://grok.com/ws/mgw/',
    method: SOCKET_METHOD,
    body,
    pageUrl: `${SITE}/c/${CONVERSATION}`,
  });
  const message = (...input_chunks: readonly object[]): object => ({
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', x_grok: { client_message_id: USER, input_chunks } },
    parent_response_id: 'before',
  });
  const words = (text: string) => ({ text: { text } });
  const chunk = (text: string, channel = 'CHANNEL_ASSISTANT_RESPONSE', session = CONVERSATION) =>
    frameOf({ type: 'response.chunk', chunk: { text: { text, channel } } }, session);
  const created = frameOf({ type: 'response.created', response: { id: ANSWER } });
  const done = (status: string, id = ANSWER): string =>
    frameOf({ type: 'response.done', response: { id, status } });
  const socketDecoder = (): ReplyDecoder => {
    const made = grok.decodeReply(sent(frameOf(message(words('hi')))), SOCKET_TEXTS);
    if (made === null) throw new Error('A reply was expected to be readable.');
    return made;
  };
  const read = (...frames: readonly string[]) =>
    decodeWhole(socketDecoder(), frames.map((text) => text + RECORD_END).join(''));

  test('sends in a frame that names its conversation', () => {
    expect(grok.describeSend(sent(frameOf(message(words('line one\n'), words('  two')))))).toEqual({
      kind: 'next',
      text: 'line one\n  two',
      userMessageId: null,
      remoteConversationId: CONVERSATION,
      parentMessageId: 'before',
    });
    const first = { ...message(words('hi')), parent_response_id: undefined };
    expect(grok.describeSend(sent(frameOf(first)))).toMatchObject({ isFirst: true });
    const withFile = message({ file_mention: { file_id: 'f' } }, words('look'));
    expect(grok.describeSend(sent(frameOf(withFile)))?.text).toBe('[attached]look');
    expect(grok.describeSend(sent(frameOf({ type: 'response.create' })))).toBeNull();
    expect(grok.describeSend(sent(frameOf(message())))).toBeNull();
    expect(grok.describeSend(sent('ping'))).toBeNull();
    expect(sockets.test('wss://grok.com/ws/mgw/?uid=someone')).toBe(true);
    expect(sockets.test('wss://grok.com/ws/other')).toBe(false);
  });

  test('gives the answer alone, final once it is completed', () => {
    const frames = [
      frameOf({ type: 'session.created' }),
      created,
      chunk('a thought', 'CHANNEL_ANALYSIS'),
      chunk('Not of here', 'CHANNEL_ASSISTANT_RESPONSE', USER),
      chunk('Hello <grok:render type="x">1</grok:'),
      chunk('render>日本 👍'),
      done('completed'),
    ];
    const events = read(...frames);
    expect(events[0]).toEqual({ type: 'conversation', remoteConversationId: CONVERSATION });
    expect(finalsOf(events)).toEqual([{ id: ANSWER, text: 'Hello 日本 👍' }]);
    expectSplitChangesNothing(socketDecoder, frames.join(RECORD_END) + RECORD_END);
  });

  test.for(['failed', 'cancelled'])('has no final in an answer that %s', (status) => {
    expect(finalsOf(read(created, chunk('Half'), done(status)))).toEqual([]);
    expect(finalsOf(read(created, chunk('Half'), done('completed', USER)))).toEqual([]);
    expect(finalsOf(read(chunk('unbegun'), done('completed')))).toEqual([]);
  });

  test.for([
    ['anti_bot_rejected', 'challenge_required'],
    ['rate_limit', 'rate_limited'],
    ['internal', 'send_rejected'],
  ] as const)('tells the error %s as %s', ([code, told]) => {
    const error = frameOf({ type: 'error', error: { code, message: 'No.' } });
    expect(read(error)).toEqual([{ type: 'error', code: told, text: 'No.', retryAfterMs: null }]);
  });
});
