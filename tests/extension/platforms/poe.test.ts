import { describe, expect, test } from 'vitest';
import type { ReplyDecoder, ReplyEvent } from '../../../extension/platforms/platform.ts';
import { poe } from '../../../extension/platforms/poe/poe.ts';
import { tap } from '../../../extension/platforms/poe/tap.ts';
import { decodeWhole, expectSplitChangesNothing, finalsOf, fixture, textOf } from './decode.ts';

const ORIGIN = 'https://poe.com';
const CODE = '2abc3def4ghi';
const NUMBER = '987654';

type Request = Parameters<typeof poe.describeSend>[0];
const request = (body: object | string, path = '/api/gql_POST'): Request => ({
  url: ORIGIN + path,
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  pageUrl: `${ORIGIN}/chat/${CODE}`,
});
const decoderFor = (contentType: string): ReplyDecoder => {
  const decoder = poe.decodeReply(request('{}'), contentType);
  if (decoder === null) throw new Error('no decoder');
  return decoder;
};

describe('an address', () => {
  test.for([
    ['/', null, false],
    ['/Claude-Sonnet-4.5', null, false],
    [`/chat/${CODE}`, CODE, false],
    [`/chat/${CODE}/`, CODE, false],
    ['/s/2abc3def4ghi', null, true],
    ['/chat/a/b', null, true],
    ['/settings/account', null, true],
  ] as const)('%s is conversation %s, excluded: %s', ([path, remoteConversationId, excluded]) => {
    expect(poe.locate(new URL(path, ORIGIN))).toEqual({
      remoteConversationId,
      provisionalId: null,
      excluded,
    });
  });

  test('is made from a real code alone, on this site only', () => {
    expect(poe.conversationUrl(CODE, ORIGIN)).toBe(`${ORIGIN}/chat/${CODE}`);
    expect(poe.conversationUrl('../login', ORIGIN)).toBeNull();
    expect(poe.serves(new URL(ORIGIN))).toBe(true);
    expect(poe.serves(new URL('https://creator.poe.com/'))).toBe(false);
  });
});

describe('a request', () => {
  const variables = { chatId: 987_654, bot: 'a-bot', query: 'one\n  two', clientNonce: 'n' };
  const send = { queryName: 'sendMessageMutation', variables, extensions: { hash: 'h' } };

  test('with the mutation that sends is a send in the chat of its page', () => {
    const described = {
      kind: 'next',
      text: 'one\n  two',
      userMessageId: null,
      remoteConversationId: CODE,
      parentMessageId: null,
    };
    expect(poe.describeSend(request(send))).toEqual(described);
    expect(poe.describeSend(request({ ...send, queryName: 'SendMessageMutation' }))).toEqual(
      described,
    );
    const first = { ...send, variables: { ...variables, chatId: null } };
    expect(poe.describeSend(request(first))).toEqual({ ...described, remoteConversationId: null });
  });

  test.for([
    { ...send, queryName: 'MessageCancelMutation' },
    { ...send, queryName: 'ChatSettings_sendMessageMutation_x' },
    { ...send, variables: { ...variables, query: undefined } },
    { ...send, variables: { ...variables, chatId: { id: 1 } } },
    'not json',
  ])('%j is none', (body) => {
    expect(poe.describeSend(request(body))).toBeNull();
  });

  test('to another address is none', () => {
    expect(poe.describeSend(request(send, '/api/receive_POST'))).toBeNull();
  });

  test('is watched when it may be a send, and so is the socket', () => {
    expect(tap.send.test(`POST ${ORIGIN}/api/gql_POST`)).toBe(true);
    expect(tap.send.test(`POST ${ORIGIN}/api/gql_upload_POST`)).toBe(false);
    expect(tap.sockets.test('wss://tch123456.tch.quora.com/up/box-1/updates?min_seq=1')).toBe(true);
    expect(tap.sockets.test('wss://example.com/?tch1.tch.quora.com/up/')).toBe(false);
    expect(tap.sockets.test('wss://tch1.tch.example.com/up/box-1/updates')).toBe(false);
  });
});

describe('the answer to a send', () => {
  const decode = (answer: object): ReplyEvent[] =>
    decodeWhole(decoderFor('application/json; charset=utf-8'), JSON.stringify(answer));
  const created = (edge: object): object => ({ data: { messageEdgeCreate: edge } });
  const success = created({
    status: 'success',
    chat: { chatId: Number(NUMBER), chatCode: CODE, title: 't' },
  });

  test('names the chat and hands over to the socket', () => {
    expect(decode(success)).toEqual([
      { type: 'conversation', remoteConversationId: CODE },
      { type: 'handoff', knownAs: NUMBER },
    ]);
    expectSplitChangesNothing(() => decoderFor('application/json'), JSON.stringify(success));
  });

  test('that broke off tells nothing', () => {
    const cut = JSON.stringify(success).slice(0, -2);
    expect(decodeWhole(decoderFor('application/json'), cut)).toEqual([]);
    expect(decode({ data: null })).toEqual([]);
  });

  test.for([
    ['reached_limit', 'rate_limited'],
    ['rate_limit_exceeded', 'rate_limited'],
    ['concurrent_messages', 'rate_limited'],
    ['too_many_tokens', 'send_rejected'],
    ['no_access', 'send_rejected'],
    ['something_new', 'send_rejected'],
  ] as const)('with the status %s is an error: %s', ([status, code]) => {
    expect(decode(created({ status, statusMessage: 'Why' }))).toEqual([
      { type: 'error', code, text: 'Why', retryAfterMs: null },
    ]);
  });

  test('that is an error of the interface is one', () => {
    expect(decode({ data: null, errors: [{ message: 'Bad hash' }] })).toMatchObject([
      { type: 'error', code: 'send_rejected', text: 'Bad hash' },
    ]);
  });
});

describe('the socket', () => {
  const frames = fixture('poe/frames.jsonl').trimEnd().split('\n');
  const items = frames.flatMap((frame) => poe.readFrame(frame));
  const stream = items.map(({ text }) => text).join('');

  test('gives what the bot writes, and nothing of the person or the site', () => {
    expect(items.map(({ remoteConversationId, over }) => [remoteConversationId, over])).toEqual([
      [NUMBER, false],
      [NUMBER, false],
      [NUMBER, true],
    ]);
    expect(stream).not.toMatch(/USER TEXT|NOTICE/);
  });

  test('repeats itself under the same id, and names each state of a message anew', () => {
    const again = frames.flatMap((frame) => poe.readFrame(frame));
    expect(again.map(({ itemId }) => itemId)).toEqual(items.map(({ itemId }) => itemId));
    expect(new Set(items.map(({ itemId }) => itemId)).size).toBe(items.length);
  });

  test('gives an answer that is final by its state', () => {
    const text = 'Here:\n```baa\n@conductor::time\n```\n日本 👍 end';
    const events = decodeWhole(decoderFor('text/event-stream'), stream);
    expect(textOf(events)).toBe(text);
    expect(finalsOf(events)).toEqual([{ id: '5001', text }]);
    expectSplitChangesNothing(() => decoderFor('text/event-stream'), stream);
  });

  test('that closes while the bot writes gives no final', () => {
    const cut = items.slice(0, 2).map(({ text }) => text);
    const events = decodeWhole(decoderFor('text/event-stream'), ...cut);
    expect(finalsOf(events)).toEqual([]);
    expect(textOf(events)).not.toBe('');
  });

  test('tells of an answer that was given up, and of none that begins with a thought', () => {
    const end = (state: string, text: string): ReplyEvent[] =>
      decodeWhole(
        decoderFor('text/event-stream'),
        JSON.stringify({ messageId: '5001', state, text }),
      );
    expect(end('error_user_message_too_long', 'half')).toMatchObject([
      { type: 'delta' },
      { type: 'error', code: 'send_rejected' },
    ]);
    expect(end('complete', '*Thinking...*\n\n> @conductor::danger\n\nAnswer')).toEqual([]);
    expect(finalsOf(end('paused', 'half'))).toEqual([]);
    expect(finalsOf(end('complete', '  '))).toEqual([]);
  });

  test.for(['ping', '{"error":"missed_messages"}', '{"messages":[1,"x","{}"]}'])(
    'brings nothing with %s',
    (frame) => {
      expect(poe.readFrame(frame)).toEqual([]);
    },
  );
});
