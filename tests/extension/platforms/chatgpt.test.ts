import { describe, expect, test } from 'vitest';
import { chatgpt } from '../../../extension/platforms/chatgpt/chatgpt.ts';
import { readFrame } from '../../../extension/platforms/chatgpt/read-frame.ts';
import { recordedStream } from '../../kit/recorded-traffic.ts';

const ID = '69ff3abc-9598-83ea-993f-8f3c5854a2eb';
const locate = (path: string): ReturnType<typeof chatgpt.locate> =>
  chatgpt.locate(new URL(path, 'https://chatgpt.com'));
const here = (
  remoteConversationId: string | null,
  provisionalId: string | null = null,
): object => ({
  remoteConversationId,
  provisionalId,
  excluded: false,
});

describe('an address', () => {
  test.for([
    ['/', here(null)],
    ['/?temporary-chat=true', here(null)],
    [`/c/${ID}`, here(ID)],
    [`/g/g-p-1234-work/c/${ID}`, here(ID)],
    ['/g/g-p-1234-work/project', here(null)],
    [`/c/WEB:${ID}`, here(null, `WEB:${ID}`)],
    [`/c/WEB%3A${ID}`, here(null, `WEB:${ID}`)],
  ] as const)('%s is a chat', ([path, expected]) => {
    expect(locate(path)).toEqual(expected);
  });

  test.for([`/share/${ID}`, '/gpts', '/codex', '/library', `/share/e/${ID}`])(
    '%s is watched by nobody',
    (path) => {
      expect(locate(path)).toMatchObject({ remoteConversationId: null, excluded: true });
    },
  );

  test('is made from a real id alone', () => {
    expect(chatgpt.conversationUrl(ID, 'https://chatgpt.com')).toBe(`https://chatgpt.com/c/${ID}`);
    expect(chatgpt.conversationUrl('../../evil', 'https://chatgpt.com')).toBeNull();
  });
});

describe('a request', () => {
  const request = (path: string, body: string): Parameters<typeof chatgpt.describeSend>[0] => ({
    url: `https://chatgpt.com${path}`,
    method: 'POST',
    body,
    pageUrl: 'https://chatgpt.com/',
  });
  const send = {
    action: 'next',
    messages: [
      {
        id: 'u-1',
        author: { role: 'user' },
        content: { content_type: 'text', parts: ['line one\n  two'] },
      },
    ],
    conversation_id: ID,
    parent_message_id: 'p-1',
  };

  test('to the send path is a send, with its text and ids', () => {
    expect(
      chatgpt.describeSend(request('/backend-api/f/conversation', JSON.stringify(send))),
    ).toEqual({
      kind: 'next',
      text: 'line one\n  two',
      userMessageId: 'u-1',
      remoteConversationId: ID,
      parentMessageId: 'p-1',
    });
  });

  test.for([
    '/backend-api/f/conversation/prepare',
    '/backend-api/f/conversation/resume',
    '/ces/v1/t',
  ])('to %s is none', (path) => {
    expect(chatgpt.describeSend(request(path, JSON.stringify(send)))).toBeNull();
  });

  test('that resumes tells where it goes on', () => {
    const body = JSON.stringify({ conversation_id: ID, offset: 12 });
    expect(chatgpt.describeResume(request('/backend-api/f/conversation/resume', body))).toEqual({
      remoteConversationId: ID,
      fromStart: false,
    });
  });

  const recorded = recordedStream('chatgpt/request-f-conversation-new-2026-05.json');
  test.skipIf(recorded === null)('as recorded of a new chat is described', () => {
    expect(chatgpt.describeSend(request('/backend-api/f/conversation', recorded ?? ''))).toEqual({
      kind: 'next',
      text: 'What is 2+2?',
      userMessageId: '8df9fa52-243f-4a30-ae6b-52f26d9532cb',
      remoteConversationId: null,
      parentMessageId: 'client-created-root',
    });
  });
});

describe('a refusal', () => {
  const cap = { detail: { code: 'model_cap_exceeded', clears_in: 90, message: 'Wait.' } };
  test.for([
    [429, {}, cap, { code: 'rate_limited', text: 'Wait.', retryAfterMs: 90_000 }],
    [429, { 'retry-after': '5' }, {}, { code: 'rate_limited', retryAfterMs: 5_000 }],
    [403, {}, { detail: 'Unusual activity has been detected.' }, { code: 'challenge_required' }],
    [403, { 'cf-mitigated': 'challenge' }, {}, { code: 'challenge_required' }],
    [401, {}, {}, { code: 'missing_credential' }],
    [413, {}, { detail: { code: 'conversation_too_large' } }, { code: 'conversation_full' }],
    [429, {}, { detail: { code: 'conversation_too_large' } }, { code: 'conversation_full' }],
    [413, {}, { detail: { code: 'too_large' } }, { code: 'send_rejected' }],
    [500, {}, {}, { code: 'send_rejected', retryAfterMs: null }],
  ] as const)('of %s reads as what it is', ([status, headers, body, expected]) => {
    expect(chatgpt.readRefusal(status, headers, JSON.stringify(body))).toMatchObject(expected);
  });
});

describe('a history', () => {
  const message = (id: string, role: string, text: string, rest: object = {}): object => ({
    id,
    author: { role },
    content: { content_type: 'text', parts: [text] },
    status: 'finished_successfully',
    end_turn: role === 'assistant',
    metadata: {},
    recipient: 'all',
    ...rest,
  });
  const tree = (nodes: readonly (readonly [string, string | null, object | null])[]): string =>
    JSON.stringify({
      current_node: nodes.at(-1)?.[0],
      mapping: Object.fromEntries(
        nodes.map(([id, parent, each]) => [id, { id, parent, children: [], message: each }]),
      ),
    });

  test('is the branch that is shown, in order, answers only', () => {
    const body = tree([
      ['root', null, null],
      ['u1', 'root', message('u1', 'user', 'one')],
      ['old', 'u1', message('old', 'assistant', 'another branch')],
      ['t1', 'u1', message('t1', 'tool', 'output')],
      ['a1', 't1', message('a1', 'assistant', 'first')],
      ['u2', 'a1', message('u2', 'user', 'two')],
      ['a2', 'u2', message('a2', 'assistant', 'half', { status: 'in_progress', end_turn: null })],
    ]);
    expect(chatgpt.history?.parse(body)).toEqual([
      { id: 'u1', role: 'user', text: 'one', final: true },
      { id: 'a1', role: 'assistant', text: 'first', final: true },
      { id: 'u2', role: 'user', text: 'two', final: true },
      { id: 'a2', role: 'assistant', text: 'half', final: false },
    ]);
  });

  test('that goes in a circle still ends, and what is none is none', () => {
    expect(chatgpt.history?.parse(tree([['a', 'a', message('a', 'user', 'x')]]))).toHaveLength(1);
    expect(chatgpt.history?.parse('<html>')).toBeNull();
    expect(chatgpt.history?.parse('{"detail":"not found"}')).toBeNull();
  });
});

test('frames of the socket give the pieces of a reply, a backlog too', () => {
  const piece = (id: string, text: string): object => ({
    type: 'message',
    topic_id: 'conversation-turn-1',
    payload: {
      type: 'conversation-turn-stream',
      payload: {
        type: 'stream-item',
        conversation_id: ID,
        turn_id: 't',
        stream_item_id: id,
        encoded_item: text,
      },
    },
  });
  const done = {
    type: 'message',
    payload: {
      type: 'conversation-turn-stream',
      payload: { type: 'done', conversation_id: ID, turn_id: 't' },
    },
  };
  const backlog = {
    type: 'reply',
    reply: { type: 'subscribe', catchups: [piece('i1', 'data: 1\n\n')] },
  };
  expect(
    readFrame(JSON.stringify([backlog, piece('i2', 'data: 2\n\n'), done, { type: 'presence' }])),
  ).toEqual([
    { remoteConversationId: ID, itemId: 'i1', text: 'data: 1\n\n', over: false },
    { remoteConversationId: ID, itemId: 'i2', text: 'data: 2\n\n', over: false },
    { remoteConversationId: ID, itemId: 'done:t', text: '', over: true },
  ]);
  expect(readFrame('ping')).toEqual([]);
});
