import { describe, expect, test } from 'vitest';
import { mistral } from '../../../extension/platforms/mistral/mistral.ts';
import { tap } from '../../../extension/platforms/mistral/tap.ts';
import type { ReplyDecoder, ReplyEvent } from '../../../extension/platforms/platform.ts';
import { decodeWhole, expectSplitChangesNothing, finalsOf, fixture, textOf } from './decode.ts';

const ORIGIN = 'https://chat.mistral.ai';
const CHAT = '0f0e0d0c-0001-4000-8000-000000000001';
const USER = '11111111-0000-4000-8000-00000000000a';
const ANSWER = '22222222-0000-4000-8000-00000000000b';

type Request = Parameters<typeof mistral.describeSend>[0];
const request = (path: string, body: object | string): Request => ({
  url: `${ORIGIN}${path}`,
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  pageUrl: `${ORIGIN}/chat`,
});
const append = {
  chatId: CHAT,
  mode: 'append',
  messageInput: [{ type: 'text', text: 'one\n  two' }],
  messageFiles: [],
  messageId: USER,
  features: ['beta-websearch'],
  shouldUsePersistentStream: true,
};
const newChat = {
  0: { json: { content: [{ type: 'text', text: 'first' }], files: [], incognito: false } },
};
const NEW_CHAT = request('/api/trpc/message.newChat?batch=1', newChat);

const decoderOf = (from: Request, type: string): ReplyDecoder => {
  const decoder = mistral.decodeReply(from, type);
  if (decoder === null) throw new Error('no decoder');
  return decoder;
};
const makeDecoder = (): ReplyDecoder =>
  decoderOf(request('/api/chat', append), 'text/event-stream');
const decode = (stream: string): ReplyEvent[] => decodeWhole(makeDecoder(), stream);

describe('an address', () => {
  test.for([
    ['/chat', null, false],
    ['/', null, false],
    [`/chat/${CHAT}`, CHAT, false],
    [`/chat/${CHAT}/`, CHAT, false],
    ['/chat/other', null, true],
    ['/incognito', null, true],
    [`/projects/${CHAT}/chat/${CHAT}`, null, true],
  ] as const)('%s is conversation %s, excluded: %s', ([path, remoteConversationId, excluded]) => {
    expect(mistral.locate(new URL(path, ORIGIN))).toEqual({
      remoteConversationId,
      provisionalId: null,
      excluded,
    });
  });

  test('is made from a real id alone, on this site only', () => {
    expect(mistral.conversationUrl(CHAT, ORIGIN)).toBe(`${ORIGIN}/chat/${CHAT}`);
    expect(mistral.conversationUrl('../x', ORIGIN)).toBeNull();
    expect(mistral.serves(new URL(`${ORIGIN}/chat`))).toBe(true);
    expect(mistral.serves(new URL('https://console.mistral.ai/'))).toBe(false);
  });
});

describe('a request', () => {
  test('that goes on with a chat is a send, with its text and ids', () => {
    expect(mistral.describeSend(request('/api/chat', append))).toEqual({
      kind: 'next',
      text: 'one\n  two',
      userMessageId: USER,
      remoteConversationId: CHAT,
      parentMessageId: null,
    });
  });

  test('that makes a new chat is a send too; the one that asks for its answer goes on with that', () => {
    expect(mistral.describeSend(NEW_CHAT)).toEqual({
      kind: 'next',
      text: 'first',
      userMessageId: null,
      remoteConversationId: null,
      parentMessageId: null,
    });
    const start = request('/api/chat', { chatId: CHAT, mode: 'start' });
    expect(mistral.describeSend(start)).toBeNull();
    expect(mistral.describeResume(start)).toEqual({ remoteConversationId: CHAT, fromStart: true });
    expect(mistral.describeResume(request('/api/chat', append))).toBeNull();
  });

  test('that repeats an answer is a variant', () => {
    const retry = request('/api/chat', { chatId: CHAT, mode: 'retry' });
    expect(mistral.describeSend(retry)).toMatchObject({ kind: 'variant', text: '' });
  });

  test.for([
    ['/api/chat', { ...append, mode: 'edit' }],
    ['/api/chat', { ...append, messageInput: undefined }],
    ['/api/chat/stop', append],
    ['/api/trpc/message.all?batch=1', newChat],
    ['/api/trpc/message.newChat?batch=1', { 1: newChat[0] }],
    ['/api/chat', 'not json'],
  ] as const)('to %s with %j is none', ([path, body]) => {
    expect(mistral.describeSend(request(path, body))).toBeNull();
  });

  test('is watched when it may be a send', () => {
    expect(tap.send.test(`POST ${ORIGIN}/api/chat`)).toBe(true);
    expect(tap.send.test(`POST ${ORIGIN}/api/trpc/message.newChat?batch=1`)).toBe(true);
    expect(tap.send.test(`POST ${ORIGIN}/api/chats`)).toBe(false);
    expect(tap.send.test(`POST ${ORIGIN}/api/trpc/message.all?batch=1`)).toBe(false);
  });
});

describe('the answer to a new chat', () => {
  const decodeNew = (stream: string): ReplyEvent[] =>
    decodeWhole(decoderOf(NEW_CHAT, 'application/jsonl'), stream);
  const named = [
    '{"json":{"0":[[0],[null,0,0]]}}',
    `{"json":[2,0,[[{"json":{"chatId":"${CHAT}","messageId":"${USER}"}}]]]}`,
  ].join('\n');

  test('names the chat and hands over to the next request', () => {
    expect(decodeNew(named)).toEqual([
      { type: 'conversation', remoteConversationId: CHAT },
      { type: 'handoff' },
    ]);
    expectSplitChangesNothing(() => decoderOf(NEW_CHAT, 'application/jsonl'), named);
  });

  test('without an id where one should be tells nothing', () => {
    expect(decodeNew(named.replace(CHAT, 'soon'))).toEqual([]);
    expect(decodeNew('<html>')).toEqual([]);
    expect(decodeNew(`${'['.repeat(40)}{"chatId":"${CHAT}"}${']'.repeat(40)}`)).toEqual([]);
  });

  test('that is an error tells it, and hands over nothing', () => {
    const error = { json: { message: 'Slow down', code: 1, data: { code: 'TOO_MANY_REQUESTS' } } };
    expect(decodeNew(JSON.stringify({ json: [2, 0, [[{ error }]]] }))).toEqual([
      { type: 'error', code: 'rate_limited', text: 'Slow down', retryAfterMs: null },
    ]);
  });
});

describe('an answer', () => {
  const answer = fixture('mistral/answer.txt');

  test('is put together from patches and final by its status', () => {
    const text = 'Here:\n```baa\n@conductor::time\n```\n日本 👍 end';
    const events = decode(answer);
    expect(textOf(events)).toBe(text);
    expect(finalsOf(events)).toEqual([{ id: ANSWER, text }]);
  });

  test('counts no reasoning, tool, unknown context or user message', () => {
    const events = decode(fixture('mistral/reasoning-and-tools.txt'));
    expect(events[0]).toEqual({ type: 'user_turn', messageId: USER });
    expect(textOf(events)).toBe('The answer.');
    expect(finalsOf(events)).toEqual([{ id: ANSWER, text: 'The answer.' }]);
  });

  test('is what the assistant said, whatever message comes after it', () => {
    const user = { type: 'message', messageId: USER, patches: [] as object[] };
    const value = { role: 'user', content: 'USER TEXT', generationStatus: 'success' };
    user.patches.push({ op: 'replace', path: '/', value });
    const line = `15:${JSON.stringify({ json: user })}`;
    const finals = finalsOf(decode(answer.replace('8:null', `${line}\n8:null`)));
    expect(finals).toEqual(finalsOf(decode(answer)));
  });

  test('of the older style reads too, its last line without an end', () => {
    expect(finalsOf(decode(fixture('mistral/older-content.txt')))).toEqual([
      { id: ANSWER, text: 'Hello there.' },
    ]);
  });

  test('that breaks off, or was stopped, has no final', () => {
    const cut = answer.slice(0, answer.indexOf('"/generationStatus"'));
    expect(finalsOf(decode(cut))).toEqual([]);
    expect(textOf(decode(cut))).toContain('👍 end');
    expect(finalsOf(decode(answer.replace('"success"', '"canceled"')))).toEqual([]);
    expect(finalsOf(decode(answer.replace('"success"', '"in-progress"')))).toEqual([]);
  });

  test('that lost an edit has no final', () => {
    expect(
      finalsOf(decode(answer.replace('/contentChunks/0/text', '/contentChunks/5/text'))),
    ).toEqual([]);
    expect(finalsOf(decode(answer.replace('"op": "append"', '"op": "splice"')))).toEqual([]);
  });

  test('that failed is an error, told once', () => {
    const events = decode(fixture('mistral/failed.txt'));
    expect(events.filter(({ type }) => type === 'error')).toMatchObject([
      { code: 'send_rejected' },
    ]);
    expect(finalsOf(events)).toEqual([]);
  });

  test.for(['answer.txt', 'reasoning-and-tools.txt', 'older-content.txt', 'failed.txt'])(
    '%s reads the same however it is split, and with CRLF',
    (name) => {
      const stream = fixture(`mistral/${name}`);
      expectSplitChangesNothing(makeDecoder, stream);
      expect(decode(stream.replaceAll('\n', '\r\n'))).toEqual(decode(stream));
    },
  );
});

describe('a refusal', () => {
  const error = (code: string): object => [{ error: { json: { message: 'Why', data: { code } } } }];
  test.for([
    [429, {}, error('TOO_MANY_REQUESTS'), { code: 'rate_limited', text: 'Why' }],
    [429, { 'retry-after': '7' }, {}, { code: 'rate_limited', retryAfterMs: 7_000 }],
    [401, {}, error('UNAUTHORIZED'), { code: 'missing_credential', text: 'Why' }],
    [400, {}, error('BAD_REQUEST'), { code: 'send_rejected', text: 'Why' }],
    [403, { 'cf-mitigated': 'challenge' }, {}, { code: 'challenge_required' }],
  ] as const)('of %s with %j reads as what it is', ([status, headers, body, expected]) => {
    expect(mistral.readRefusal(status, headers, JSON.stringify(body))).toMatchObject(expected);
  });
});

describe('a history', () => {
  const item = (id: string, role: string, parentId: string | null, rest: object = {}): object => ({
    id,
    role,
    parentId,
    content: `text of ${id}`,
    contentChunks: null,
    version: 0,
    parentVersion: parentId === null ? null : 0,
    generationStatus: 'success',
    ...rest,
  });
  const page = (items: readonly object[], nextCursor: string | null = null): string =>
    JSON.stringify([{ result: { data: { json: { items, nextCursor } } } }]);
  const parse = (body: string): ReturnType<NonNullable<typeof mistral.history>['parse']> =>
    mistral.history?.parse(body) ?? null;

  test('is read by the id of the chat', () => {
    const url = new URL(mistral.history?.path(CHAT) ?? '', ORIGIN);
    expect(url.pathname).toBe('/api/trpc/message.all');
    expect(JSON.parse(url.searchParams.get('input') ?? '')).toEqual({
      0: { json: { chatId: CHAT } },
    });
  });

  test('is the branch that ends with the newest message, in order', () => {
    const chunks = [
      { type: 'text', text: 'thought', _context: { type: 'reasoning' } },
      { type: 'text', text: 'second', _context: null },
    ];
    const items = [
      item('a2', 'assistant', 'u2', { createdAt: '2026-01-04', contentChunks: chunks }),
      item('u2', 'user', 'a1', { createdAt: '2026-01-03', parentVersion: 1 }),
      item('old', 'assistant', 'u1', { createdAt: '2026-01-02' }),
      item('a1', 'assistant', 'u1', { createdAt: '2026-01-01' }),
      item('a1', 'assistant', 'u1', { createdAt: '2026-01-02', version: 1, content: 'again' }),
      item('u1', 'user', null, { createdAt: '2026-01-01' }),
    ];
    expect(parse(page(items))).toEqual([
      { id: 'u1', role: 'user', text: 'text of u1', final: true },
      { id: 'a1', role: 'assistant', text: 'again', final: true },
      { id: 'u2', role: 'user', text: 'text of u2', final: true },
      { id: 'a2', role: 'assistant', text: 'second', final: true },
    ]);
  });

  test('takes for final what its status says is', () => {
    const items = [
      item('u1', 'user', null),
      item('a1', 'assistant', 'u1', { generationStatus: 'in-progress' }),
    ];
    expect(parse(page(items))?.map(({ final }) => final)).toEqual([true, false]);
  });

  test('of which only a part came, or whose newest message cannot be told, is none', () => {
    const items = [item('u1', 'user', null), item('a1', 'assistant', 'u1')];
    expect(parse(page(items, 'more'))).toBeNull();
    expect(parse(page([...items, item('a2', 'assistant', 'u1')]))).toBeNull();
    const times = [{ createdAt: '2026-01-01' }, { createdAt: '2026-01-01' }];
    const twins = times.map((time, index) => item(`a${index}`, 'assistant', 'u1', time));
    expect(parse(page([item('u1', 'user', null), ...twins]))).toBeNull();
    expect(parse(page([item('a', 'user', 'b'), item('b', 'user', 'a')]))).toBeNull();
    expect(parse('{"error":{}}')).toBeNull();
    expect(parse('<html>')).toBeNull();
    expect(parse(page([]))).toEqual([]);
  });
});

describe('a follow-up made again', () => {
  const template = mistral.replay?.template(request('/api/chat', append)) ?? null;
  const send = {
    text: 'new words',
    remoteConversationId: CHAT,
    parentMessageId: ANSWER,
    newIds: ['33333333-0000-4000-8000-00000000000c'],
  };

  test('keeps the page’s own settings and none of its words', () => {
    expect(template?.body).not.toContain('two');
    if (template === null) throw new Error('no template');
    const made = mistral.replay?.request(template, send) ?? null;
    expect(made).toMatchObject({ method: 'POST', url: `${ORIGIN}/api/chat` });
    expect(JSON.parse(made?.body ?? '')).toEqual({
      ...append,
      messageInput: [{ type: 'text', text: 'new words' }],
      messageId: send.newIds[0],
    });
    // What is made is a send as the page makes them.
    expect(mistral.describeSend(request('/api/chat', made?.body ?? ''))?.text).toBe('new words');
  });

  test('is not made of another request, nor for a new chat, nor without an id', () => {
    expect(mistral.replay?.template(NEW_CHAT)).toBeNull();
    expect(
      mistral.replay?.template(request('/api/chat', { chatId: CHAT, mode: 'start' })),
    ).toBeNull();
    if (template === null) throw new Error('no template');
    const make = (change: object): unknown =>
      mistral.replay?.request(template, { ...send, ...change });
    expect(make({ remoteConversationId: null })).toBeNull();
    expect(make({ newIds: [] })).toBeNull();
    expect(make({ text: '' })).toBeNull();
    expect(mistral.replay?.request({ ...template, body: '{}' }, send)).toBeNull();
  });
});
