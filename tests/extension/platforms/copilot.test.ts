import { describe, expect, test } from 'vitest';
import { copilot } from '../../../extension/platforms/copilot/copilot.ts';
import { CopilotReplyReader } from '../../../extension/platforms/copilot/decode-stream.ts';
import { sockets, tap } from '../../../extension/platforms/copilot/tap.ts';
import { FrameSplitter } from '../../../extension/platforms/kit/frame-splitter.ts';
import { SOCKET_METHOD, SOCKET_TEXTS } from '../../../extension/platforms/platform.ts';
import { ReplyDecoder } from '../../../extension/platforms/kit/reply-decoder.ts';
import { decodeWhole, expectSplitChangesNothing, finalsOf, fixture, textOf } from './decode.ts';

const ORIGIN = 'https://copilot.microsoft.com';
const CONVERSATION = 'dRabcdefghijklmnopqrs';
const USER = '17Wuserabcdefghijklmn';
const ANSWER = 'cunanswerabcdefghijkl';

describe('an address', () => {
  test.for([
    ['/', null, false],
    [`/chats/${CONVERSATION}`, CONVERSATION, false],
    [`/chats/${CONVERSATION}/`, CONVERSATION, false],
    [`/shares/${CONVERSATION}`, null, true],
    ['/imagine', null, true],
    ['/chats/a/b', null, true],
  ] as const)('%s is conversation %s, excluded: %s', ([path, remoteConversationId, excluded]) => {
    expect(copilot.locate(new URL(path, ORIGIN))).toEqual({
      remoteConversationId,
      provisionalId: null,
      excluded,
    });
  });

  test('is made from a real id alone, on this site only', () => {
    expect(copilot.conversationUrl(CONVERSATION, ORIGIN)).toBe(`${ORIGIN}/chats/${CONVERSATION}`);
    expect(copilot.conversationUrl('../shares/x', ORIGIN)).toBeNull();
    expect(copilot.serves(new URL(ORIGIN))).toBe(true);
    expect(copilot.serves(new URL('https://m365.cloud.microsoft/chat'))).toBe(false);
  });
});

describe('a frame of the page', () => {
  const frame = (body: unknown) => ({
    method: SOCKET_METHOD,
    url: 'wss://copilot.microsoft.com/c/api/chat',
    pageUrl: ORIGIN,
    body: JSON.stringify(body),
  });
  const words = (text: string) => ({ type: 'text', text });
  const send = { event: 'send', conversationId: CONVERSATION, mode: 'chat', context: {} };

  test('that sends names its conversation and holds the text', () => {
    const content = [words('line one\n  two')];
    expect(copilot.describeSend(frame({ ...send, content }))).toEqual({
      kind: 'next',
      text: 'line one\n  two',
      userMessageId: null,
      remoteConversationId: CONVERSATION,
      parentMessageId: null,
    });
    expect(sockets.test('wss://copilot.microsoft.com/c/api/chat?api-version=2')).toBe(true);
    expect(sockets.test('wss://copilot.microsoft.com/c/api/chat/other')).toBe(false);
    expect(sockets.test('wss://evil.example/?wss://copilot.microsoft.com/c/api/chat')).toBe(false);
  });

  test('that carries a file is not the message alone', () => {
    const content = [{ type: 'image', url: '/a' }, words('look')];
    expect(copilot.describeSend(frame({ ...send, content }))?.text).toBe('[image]\n\nlook');
  });

  test.for([
    { event: 'ping' },
    { event: 'challengeResponse', token: '0', method: 'hashcash' },
    { ...send, content: [] },
    { ...send, content: [{ type: 'command', command: { type: 'topicClick' } }] },
    { event: 'send', content: [words('to nobody')] },
    { event: 'sendContext', conversationId: CONVERSATION, content: [words('context')] },
  ])('%j is no send', (body) => {
    expect(copilot.describeSend(frame(body))).toBeNull();
  });

  test('is a frame, and no request', () => {
    const request = { ...frame({ ...send, content: [words('x')] }), method: 'POST' };
    expect(copilot.describeSend(request)).toBeNull();
    expect(tap.send.test(`POST ${ORIGIN}/c/api/conversations`)).toBe(false);
    expect(copilot.decodeReply(request, SOCKET_TEXTS)).toBeNull();
  });
});

describe('the socket', () => {
  const decoderOf = (conversation: string): ReplyDecoder =>
    new ReplyDecoder(new FrameSplitter(), new CopilotReplyReader(conversation));
  const makeDecoder = (): ReplyDecoder => decoderOf(CONVERSATION);
  const frames = fixture('copilot/frames.txt');

  test('gives the answer in its parts, and no thought or citation', () => {
    const events = decodeWhole(makeDecoder(), frames);
    const text = 'Here: {"a":"\\\\}"}\n日本 👍\n\n@conductor::time';
    expect(events.slice(0, 2)).toEqual([
      { type: 'conversation', remoteConversationId: CONVERSATION },
      { type: 'user_turn', messageId: USER },
    ]);
    expect(textOf(events)).toBe(text);
    expect(finalsOf(events)).toEqual([{ id: ANSWER, text }]);
  });

  test('that breaks off before "done", or says it of another message, gives no final', () => {
    const cut = frames.slice(0, frames.indexOf('{"event": "done"'));
    expect(finalsOf(decodeWhole(makeDecoder(), cut))).toEqual([]);
    expect(textOf(decodeWhole(makeDecoder(), cut))).toContain('@conductor::time');
    const other = frames.replaceAll(/("event": "done", "messageId": )"[^"]+"/g, '$1"other"');
    expect(finalsOf(decodeWhole(makeDecoder(), other))).toEqual([]);
  });

  test('that replaces text gives no final: what it replaces is not known', () => {
    const replace = '{"event":"replaceText","text":"Something else."}';
    const replaced = frames.replace('{"event": "done"', `${replace}{"event": "done"`);
    expect(finalsOf(decodeWhole(makeDecoder(), replaced))).toEqual([]);
  });

  test.for([
    ['throttled', 'rate_limited'],
    ['invalid-event', 'send_rejected'],
  ] as const)('tells the error %s as %s', ([errorCode, code]) => {
    const error = JSON.stringify({ event: 'error', errorCode });
    expect(decodeWhole(makeDecoder(), error)).toEqual([
      { type: 'error', code, text: errorCode, retryAfterMs: null },
    ]);
  });

  test('tells of its own conversation only, whose messages it has seen begin', () => {
    const elsewhere = decoderOf('another-conversation');
    expect(decodeWhole(elsewhere, frames)).toEqual([]);
    const late = frames.slice(frames.indexOf('{"event": "appendText"'));
    expect(decodeWhole(makeDecoder(), late)).toEqual([]);
  });

  test('says when a person is wanted; work for the page says nothing', () => {
    const challenge = (method: string) => JSON.stringify({ event: 'challenge', method, id: '1' });
    expect(decodeWhole(makeDecoder(), challenge('hashcash'))).toEqual([]);
    expect(decodeWhole(makeDecoder(), challenge('cloudflare'))).toMatchObject([
      { type: 'error', code: 'challenge_required' },
    ]);
  });

  describe.for([
    { event: 'error', errorCode: 'throttled' },
    { event: 'challenge', method: 'cloudflare', id: '1' },
  ])('shared by all conversations, brings the $event', (trouble) => {
    const begun = frames.slice(0, frames.indexOf('{"event": "appendText"'));
    const errorsAfter = (names: object): number =>
      decodeWhole(makeDecoder(), begun + JSON.stringify({ ...trouble, ...names })).filter(
        ({ type }) => type === 'error',
      ).length;

    test.for([
      {},
      { conversationId: CONVERSATION },
      { conversationId: CONVERSATION, messageId: 'not-begun' },
      { messageId: USER },
      { messageId: ANSWER },
    ])('as its own with %j', (names) => {
      expect(errorsAfter(names)).toBe(1);
    });

    test.for([
      { conversationId: 'another-conversation' },
      { conversationId: 'another-conversation', messageId: ANSWER },
      { messageId: 'not-begun' },
    ])('of another with %j, which says nothing', (names) => {
      expect(errorsAfter(names)).toBe(0);
    });
  });

  test('reads the same however it is split, and whatever stands between its objects', () => {
    expectSplitChangesNothing(makeDecoder, frames);
    const whole = decodeWhole(makeDecoder(), frames);
    expect(decodeWhole(makeDecoder(), frames.replaceAll('\n', ''))).toEqual(whole);
    expect(decodeWhole(makeDecoder(), frames.replaceAll('\n', ' "}" '))).toEqual(whole);
  });
});

describe('a history', () => {
  const message = (id: string, type: string, ...texts: readonly string[]): object => ({
    id,
    author: { type },
    content: [...texts.map((text) => ({ type: 'text', text })), { type: 'image', url: 'x' }],
  });
  const parse = (body: object | string): unknown =>
    copilot.history?.parse(typeof body === 'string' ? body : JSON.stringify(body));

  test('is turned to oldest first; no answer in it is known to be whole', () => {
    const results = [
      message('u2', 'human', 'two'),
      message('a1', 'ai', 'first', 'part'),
      message('u1', 'human', 'one'),
    ];
    expect(parse({ results, next: null })).toEqual([
      { id: 'u1', role: 'user', text: 'one', final: true },
      { id: 'a1', role: 'assistant', text: 'first\n\npart', final: false },
      { id: 'u2', role: 'user', text: 'two', final: true },
    ]);
  });

  test('of another shape is none', () => {
    expect(parse({ results: [{ id: 'c', title: 'a conversation' }] })).toBeNull();
    expect(parse({ results: [message('x', 'system', 'notice')] })).toBeNull();
    expect(parse({})).toBeNull();
    expect(parse('<html>')).toBeNull();
  });

  test('is read from what the page itself reads, its first page alone', () => {
    const address = `GET ${ORIGIN}/c/api/conversations/${CONVERSATION}/history`;
    expect(copilot.history?.path(CONVERSATION)).toBeNull();
    expect(tap.read.test(address)).toBe(true);
    expect(tap.read.test(`${address}?api-version=2`)).toBe(true);
    expect(tap.read.test(`${address}?api-version=2&cursor=abc`)).toBe(false);
    expect(tap.read.test(`GET ${ORIGIN}/c/api/conversations?types=chat`)).toBe(false);
  });
});
