import { describe, expect, test } from 'vitest';
import { qwen } from '../../../extension/platforms/qwen/qwen.ts';
import { GrowingText } from '../../../extension/platforms/qwen/growing-text.ts';
import { tap } from '../../../extension/platforms/qwen/tap.ts';
import type { ReplyDecoder, TappedRequest } from '../../../extension/platforms/platform.ts';
import { decodeWhole, expectSplitChangesNothing, finalsOf, fixture, textOf } from './decode.ts';

const SITE = 'https://chat.qwen.ai';
const CHAT = '0f0e0d0c-0001-4000-8000-000000000001';
const USER = '11111111-0000-4000-8000-00000000000a';
const ANSWER = '22222222-0000-4000-8000-00000000000b';
const TEXT = 'Here: ```baa\n@conductor::time\n```\nBy Acme 日本 👍 end';
const MESSAGE = { fid: USER, role: 'user', content: 'line one\n  two', user_action: 'chat' };
const SEND = { stream: true, chat_id: CHAT, parent_id: 'before', messages: [MESSAGE] };

const request = (
  body: unknown,
  path = `/api/v2/chat/completions?chat_id=${CHAT}`,
): TappedRequest => ({
  url: `${SITE}${path}`,
  method: 'POST',
  body: JSON.stringify(body),
  pageUrl: `${SITE}/c/${CHAT}`,
});
const decoder = (contentType = 'text/event-stream'): ReplyDecoder => {
  const made = qwen.decodeReply(request(SEND), contentType);
  if (made === null) throw new Error('A reply was expected to be readable.');
  return made;
};
const decode = (stream: string): ReturnType<typeof decodeWhole> => decodeWhole(decoder(), stream);

describe('an address', () => {
  test.for([
    ['/', null],
    ['/c/guest', null],
    [`/c/${CHAT}`, CHAT],
  ] as const)('%s is a chat', ([path, id]) => {
    expect(qwen.locate(new URL(path, SITE))).toEqual({
      remoteConversationId: id,
      provisionalId: null,
      excluded: false,
    });
  });

  test.for([`/s/${CHAT}`, '/auth', '/c/nothing'])('%s is watched by nobody', (path) => {
    expect(qwen.locate(new URL(path, SITE))).toMatchObject({ excluded: true });
  });

  test('is made from a real id alone', () => {
    expect(qwen.conversationUrl(CHAT, SITE)).toBe(`${SITE}/c/${CHAT}`);
    expect(qwen.conversationUrl('../evil', SITE)).toBeNull();
  });
});

describe('a request', () => {
  test('to complete is a send, with its text and ids', () => {
    expect(qwen.describeSend(request(SEND))).toEqual({
      kind: 'next',
      text: 'line one\n  two',
      userMessageId: USER,
      remoteConversationId: CHAT,
      parentMessageId: 'before',
    });
  });

  test('with another action is a variant', () => {
    const again = { ...SEND, messages: [{ ...MESSAGE, user_action: 'regenerate' }] };
    expect(qwen.describeSend(request(again))?.kind).toBe('variant');
  });

  test('elsewhere, of no chat, or with no text is none', () => {
    expect(qwen.describeSend(request(SEND, '/api/v2/task/completions'))).toBeNull();
    expect(qwen.describeSend(request({ ...SEND, chat_id: undefined }))).toBeNull();
    expect(qwen.describeSend(request({ ...SEND, messages: [] }))).toBeNull();
  });

  test('is watched when it may be a send or a history', () => {
    expect(tap.send.test(`POST ${request(SEND).url}`)).toBe(true);
    expect(tap.send.test(`POST ${SITE}/api/v2/chats/new`)).toBe(false);
    expect(tap.read.test(`GET ${SITE}/api/v2/chats/${CHAT}`)).toBe(true);
    expect(tap.read.test(`GET ${SITE}/api/v2/chats/?page=1`)).toBe(false);
  });
});

describe('a reply', () => {
  test.for(['incremental.sse', 'snapshots.sse'])(
    'in %s is the phase of the answer alone',
    (name) => {
      const events = decode(fixture(`qwen/${name}`));
      expect(finalsOf(events)).toEqual([{ id: ANSWER, text: TEXT }]);
      expect(events[0]).toEqual({ type: 'conversation', remoteConversationId: CHAT });
      expect(events[1]).toEqual({ type: 'user_turn', messageId: USER });
      expectSplitChangesNothing(decoder, fixture(`qwen/${name}`));
    },
  );

  test('in new pieces is told as they come', () => {
    expect(textOf(decode(fixture('qwen/incremental.sse')))).toBe(TEXT);
  });

  test('whose thinking alone finished, or that lost a piece, has no final', () => {
    const whole = fixture('qwen/incremental.sse');
    const cut = whole.slice(0, whole.lastIndexOf('data: {'));
    expect(textOf(decode(cut))).toBe(TEXT);
    expect(finalsOf(decode(cut))).toEqual([]);
    expect(finalsOf(decode(whole.replace('"content":" end"', '"content":" en')))).toEqual([]);
  });

  test.for([
    ['Too_Many_Requests', 'rate_limited'],
    ['unauthorized', 'missing_credential'],
    ['ContextLengthExceeded', 'send_rejected'],
  ] as const)('with the error %s says so, and is not final', ([name, code]) => {
    const error = `data: {"error":{"code":"${name}","details":"Why"},"response_id":"${ANSWER}"}\n\n`;
    const whole = fixture('qwen/incremental.sse');
    const at = whole.lastIndexOf('data: {');
    const events = decode(whole.slice(0, at) + error + whole.slice(at));
    expect(events).toContainEqual({ type: 'error', code, text: 'Why', retryAfterMs: null });
    expect(finalsOf(events)).toEqual([]);
  });

  test('in one object with status 200 is a refusal, with its hours', () => {
    const json = (body: unknown): unknown =>
      decodeWhole(decoder('application/json'), JSON.stringify(body));
    expect(
      json({ success: false, data: { code: 'RateLimited', details: 'Later', num: 2 } }),
    ).toEqual([{ type: 'error', code: 'rate_limited', text: 'Later', retryAfterMs: 7_200_000 }]);
    expect(json({ ret: ['FAIL_SYS_USER_VALIDATE', 'RGV587_ERROR'] })).toMatchObject([
      { type: 'error', code: 'challenge_required' },
    ]);
    expect(qwen.decodeReply(request(SEND), 'text/html')).toBeNull();
  });
});

test('pieces that begin alike by chance are no snapshots', () => {
  const text = new GrowingText();
  for (const piece of ['*', '**', 'bold', '**', '*']) text.add(piece);
  expect(text.whole).toBe('***bold***');
  const table = new GrowingText();
  for (const piece of ['| a |\n', '--------', '--------', '\n']) table.add(piece);
  expect(table.whole).toBe('| a |\n----------------\n');
});

describe('a history', () => {
  const node = (id: string, parentId: string | null, role: string, rest: object): object => ({
    [id]: { id, parentId, childrenIds: [], role, ...rest },
  });
  const body = (currentId: string, ...nodes: object[]): string =>
    JSON.stringify({
      success: true,
      data: { chat: { history: { currentId, messages: Object.assign({}, ...nodes) as unknown } } },
    });
  const part = (phase: string, content: string, status = 'finished'): object => ({
    phase,
    content,
    status,
  });

  test('is the branch that is shown, in order, answers only', () => {
    expect(
      qwen.history?.parse(
        body(
          'a2',
          node('u1', null, 'user', { content: 'one' }),
          node('old', 'u1', 'assistant', { content_list: [part('answer', 'x')] }),
          node('a1', 'u1', 'assistant', {
            content_list: [part('think', 'plan'), part('answer', 'first')],
          }),
          node('u2', 'a1', 'user', { content: 'two' }),
          node('a2', 'u2', 'assistant', { content_list: [part('answer', 'half', 'typing')] }),
        ),
      ),
    ).toEqual([
      { id: 'u1', role: 'user', text: 'one', final: true },
      { id: 'a1', role: 'assistant', text: 'first', final: true },
      { id: 'u2', role: 'user', text: 'two', final: true },
      { id: 'a2', role: 'assistant', text: 'half', final: false },
    ]);
  });

  test('without its newest message, or of another kind, is none; in a circle it ends', () => {
    expect(qwen.history?.parse(body('gone', node('u1', null, 'user', {})))).toBeNull();
    expect(qwen.history?.parse('{"success":false}')).toBeNull();
    expect(qwen.history?.parse(body('u1', node('u1', 'u1', 'user', {})))).toHaveLength(1);
    expect(qwen.history?.path(CHAT)).toBeNull();
  });
});

test.for([
  [200, { success: false, data: { code: 'RateLimited', num: 1 } }, 'rate_limited', 3_600_000],
  [401, {}, 'missing_credential', null],
  [200, { ret: ['RGV587_ERROR::SM'] }, 'challenge_required', null],
  [500, {}, 'send_rejected', null],
] as const)('a refusal of %s reads as what it is', ([status, body, code, retryAfterMs]) => {
  expect(qwen.readRefusal(status, {}, JSON.stringify(body))).toMatchObject({ code, retryAfterMs });
});
