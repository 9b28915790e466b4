import { describe, expect, test } from 'vitest';
import { LibrechatReplyReader } from '../../../extension/platforms/librechat/decode-stream.ts';
import { librechat } from '../../../extension/platforms/librechat/librechat.ts';
import type { TappedRequest } from '../../../extension/platforms/platform.ts';
import {
  decodeWhole,
  endsOf,
  eventStream,
  expectSplitChangesNothing,
  finalsOf,
  fixture,
  textOf,
} from './decode.ts';

const ORIGIN = 'https://chat.example';
const CONVERSATION = '0b0b0b0b-0001-4000-8000-000000000001';
const TURN = '11111111-0000-4000-8000-0000000000aa';
const PARENT = '22222222-0000-4000-8000-0000000000bb';
const ANSWER = '33333333-0000-4000-8000-0000000000cc';
const NO_PARENT = '00000000-0000-0000-0000-000000000000';
const TEXT = 'What now?\n  "日本" 👍';

const SEND = JSON.parse(fixture('librechat/send.json')) as Record<string, unknown>;
const post = (body: object, path = '/api/agents/chat/openAI'): TappedRequest => ({
  url: ORIGIN + path,
  method: 'POST',
  body: JSON.stringify(body),
  pageUrl: `${ORIGIN}/c/${CONVERSATION}`,
});
const get = (path: string): TappedRequest => ({ ...post({}, path), method: 'GET', body: null });
const decode = (name: string): ReturnType<typeof decodeWhole> =>
  decodeWhole(eventStream(new LibrechatReplyReader()), fixture(`librechat/${name}`));

describe('an address', () => {
  test.for([
    ['/', null, false],
    ['/c/new', null, false],
    ['/c/new?prompt=x', null, false],
    [`/c/${CONVERSATION}`, CONVERSATION, false],
    [`/below/c/${CONVERSATION}`, CONVERSATION, false],
    ['/share/abcd', null, true],
    ['/search?q=x', null, true],
    ['/agents/all', null, true],
    ['/c/not-an-id', null, true],
  ] as const)('%s is the conversation %s', ([path, remoteConversationId, excluded]) => {
    expect(librechat.locate(new URL(path, ORIGIN))).toEqual({
      remoteConversationId,
      provisionalId: null,
      excluded,
    });
  });

  test('is made from a real id alone', () => {
    expect(librechat.conversationUrl(CONVERSATION, ORIGIN)).toBe(`${ORIGIN}/c/${CONVERSATION}`);
    expect(librechat.conversationUrl('new', ORIGIN)).toBeNull();
  });
});

describe('a request', () => {
  const kindOf = (changes: object): unknown =>
    librechat.describeSend(post({ ...SEND, ...changes }))?.kind;

  test('to the send path is a send; the id of its turn is but a stand-in', () => {
    expect(librechat.describeSend(post(SEND))).toEqual({
      kind: 'next',
      text: TEXT,
      userMessageId: null,
      remoteConversationId: CONVERSATION,
      parentMessageId: PARENT,
    });
  });

  test('that has the server keep an id names its turn', () => {
    const idOf = (overrideUserMessageId: string): unknown =>
      librechat.describeSend(post({ ...SEND, overrideUserMessageId }))?.userMessageId;
    expect(idOf(`${TURN}__0`)).toBe(TURN);
    expect(idOf(`${TURN}__1`)).toBeNull();
  });

  test.for([null, 'new', 'PENDING'])('of the conversation %s is the first of a new one', (id) => {
    const body = { ...SEND, conversationId: id, parentMessageId: NO_PARENT };
    expect(librechat.describeSend(post(body))).toMatchObject({
      remoteConversationId: null,
      parentMessageId: null,
    });
  });

  test('that changes an old reply is no new turn', () => {
    expect(kindOf({ isRegenerate: true })).toBe('variant');
    expect(kindOf({ editedContent: { index: 0, text: 'x' } })).toBe('variant');
    expect(kindOf({ isRegenerate: true, isContinued: true })).toBe('continue');
  });

  test.for([
    ['/api/agents/chat/abort', { streamId: CONVERSATION, conversationId: CONVERSATION }],
    ['/api/messages/abc', SEND],
    ['/api/agents/chat/openAI/steer', SEND],
    ['/api/assistants/v2/chat', SEND],
    ['/api/agents/chat/openAI', { ...SEND, isCreatedByUser: false }],
    ['/api/agents/chat/openAI', { ...SEND, messageId: null }],
  ] as const)('to %s, without a turn of the person, is none', ([path, body]) => {
    expect(librechat.describeSend(post(body, path))).toBeNull();
  });

  test('to another host is none', () => {
    const url = 'https://other.example/api/agents/chat/openAI';
    expect(librechat.describeSend({ ...post(SEND), url })).toBeNull();
  });

  test('for the stream brings the reply, whole', () => {
    const request = get(`/api/agents/chat/stream/${CONVERSATION}?resume=true`);
    expect(librechat.describeResume(request)).toEqual({
      remoteConversationId: CONVERSATION,
      fromStart: true,
    });
    expect(librechat.decodeReply(request, 'text/event-stream')).not.toBeNull();
    expect(librechat.describeResume(get('/api/agents/chat/active'))).toBeNull();
    expect(librechat.describeResume(get(`/api/agents/chat/status/${CONVERSATION}`))).toBeNull();
  });
});

describe('an answer in JSON', () => {
  const answer = (value: object): ReturnType<typeof decodeWhole> => {
    const decoder = librechat.decodeReply(post(SEND), 'application/json; charset=utf-8');
    return decoder === null ? [] : decodeWhole(decoder, JSON.stringify(value));
  };
  const named = { type: 'conversation', remoteConversationId: CONVERSATION };

  test('names the conversation, and says that the reply comes another way', () => {
    const ids = { streamId: CONVERSATION, conversationId: CONVERSATION };
    expect(answer({ ...ids, status: 'started' })).toEqual([named, { type: 'handoff' }]);
    expect(answer({ ...ids, status: 'settled' })).toEqual([named]);
    expect(answer({ error: 'No.' })).toMatchObject([{ type: 'error', text: 'No.' }]);
    expect(answer({})).toEqual([]);
  });
});

describe('a stream', () => {
  test('gives the answer alone: no thought, no tool', () => {
    const events = decode('agents.sse');
    expect(events.slice(0, 2)).toEqual([
      { type: 'conversation', remoteConversationId: CONVERSATION },
      { type: 'user_turn', messageId: TURN },
    ]);
    expect(textOf(events)).toBe('Let me look.It is noon, 日本 👍.');
    expect(finalsOf(events)).toEqual([
      { id: ANSWER, text: 'Let me look.\n\nIt is noon, 日本 👍.' },
    ]);
  });

  test('that was joined late ends with the same', () => {
    const events = decode('joined-late.sse');
    expect(finalsOf(events)).toEqual(finalsOf(decode('agents.sse')));
    expect(events).toContainEqual({ type: 'user_turn', messageId: TURN });
    const told = decode('agents.sse').filter(({ type }) => type === 'user_turn');
    expect(told).toHaveLength(1);
  });

  test('of the older kind repeats its text, and is told once', () => {
    const events = decode('older.sse');
    expect(textOf(events)).toBe('It is noon.');
    expect(finalsOf(events)).toEqual([{ id: ANSWER, text: 'It is noon.' }]);
  });

  test('that broke off has no final; one that a person stopped is a part', () => {
    expect(finalsOf(decode('agents-cut.sse'))).toEqual([]);
    expect(endsOf(decode('stopped.sse'))).toEqual(['stopped']);
    expect(endsOf(decode('older.sse'))).toEqual(['whole']);
  });

  test.for([
    { reconcile: true },
    { responseMessage: null },
    { responseMessage: { messageId: `${TURN}_`, text: 'x' } },
    { responseMessage: { messageId: ANSWER, text: '', content: [{ type: 'think', think: 'x' }] } },
  ])('whose last frame is %j has no final', (changes) => {
    const stream = (value: object): string => `event: message\ndata: ${JSON.stringify(value)}\n\n`;
    const finalsWith = (more: object): unknown => {
      const frame = { final: true, responseMessage: { messageId: ANSWER, text: 'x' }, ...more };
      return finalsOf(decodeWhole(eventStream(new LibrechatReplyReader()), stream(frame)));
    };
    expect(finalsWith(changes)).toEqual([]);
    expect(finalsWith({})).toHaveLength(1);
  });

  test('that refuses the send tells the limit, and no turn', () => {
    expect(decode('limit.sse')).toEqual([
      {
        type: 'error',
        code: 'rate_limited',
        text: 'The site refused the message (message_limit).',
        retryAfterMs: 60_000,
      },
    ]);
  });

  test('whose reply fails tells why', () => {
    const error = { type: 'error', code: 'send_rejected', retryAfterMs: null };
    expect(decode('failed.sse').at(-1)).toEqual({ ...error, text: 'The model is away.' });
    const reply = { messageId: ANSWER, content: [{ type: 'error', error: 'Too long.' }] };
    const stream = `data: ${JSON.stringify({ final: true, responseMessage: reply })}\n\n`;
    expect(decodeWhole(eventStream(new LibrechatReplyReader()), stream)).toEqual([
      { ...error, text: 'Too long.' },
    ]);
  });

  test.for([
    'agents.sse',
    'agents-cut.sse',
    'stopped.sse',
    'joined-late.sse',
    'older.sse',
    'limit.sse',
    'failed.sse',
  ])('%s gives the same events however it is split', (name) => {
    expectSplitChangesNothing(
      () => eventStream(new LibrechatReplyReader()),
      fixture(`librechat/${name}`),
    );
  });
});

describe('a history', () => {
  test('is the branch with the newest message; one under way is not final', () => {
    expect(librechat.history?.parse(fixture('librechat/messages.json'))).toEqual([
      { id: 'u1', role: 'user', text: 'Hello', final: true },
      { id: 'a1', role: 'assistant', text: 'Hi.', final: true },
      { id: 'u2', role: 'user', text: 'What now?', final: true },
      { id: 'a2', role: 'assistant', text: 'half', final: false },
    ]);
  });

  test('that goes in a circle still ends, and what is none is none', () => {
    const circle = [{ messageId: 'a', parentMessageId: 'a', isCreatedByUser: true, text: 'x' }];
    expect(librechat.history?.parse(JSON.stringify(circle))).toHaveLength(1);
    expect(librechat.history?.parse('[]')).toBeNull();
    expect(librechat.history?.parse('{"conversationId":"x"}')).toBeNull();
    expect(librechat.history?.parse('[{"messageId":"x"}]')).toBeNull();
  });
});

describe('a replay', () => {
  const template = librechat.replay?.template(post(SEND)) ?? null;
  const NEW_ID = '44444444-0000-4000-8000-0000000000dd';

  test('keeps nothing of what was said, or where', () => {
    const left = ['What now', '日本', CONVERSATION, TURN, PARENT, 'f-1', 'a quoted part', '10:00'];
    for (const secret of left) expect(template?.body).not.toContain(secret);
    expect(JSON.parse(template?.body ?? '')).toMatchObject({
      model: 'some-model',
      promptPrefix: 'Be brief.',
      ephemeralAgent: { mcp: [], execute_code: false },
    });
  });

  test('is a send of the new text after the given message', () => {
    if (template === null) throw new Error('There is no template.');
    const send = {
      text: 'New\n\ttext',
      remoteConversationId: CONVERSATION,
      parentMessageId: ANSWER,
      newIds: [NEW_ID],
    };
    const tapped = { ...post({}), ...librechat.replay?.request(template, send) };
    expect(librechat.describeSend(tapped)).toEqual({
      kind: 'next',
      text: 'New\n\ttext',
      userMessageId: NEW_ID,
      remoteConversationId: CONVERSATION,
      parentMessageId: ANSWER,
    });
    expect(librechat.replay?.template(tapped)).toEqual(template);
  });

  test('begins a conversation at its root, and does not fit half an address', () => {
    if (template === null) throw new Error('There is no template.');
    const first = {
      text: 'x',
      remoteConversationId: null,
      parentMessageId: null,
      newIds: [NEW_ID],
    };
    const request = (changes: object): { body: string } | null =>
      librechat.replay?.request(template, { ...first, ...changes }) ?? null;
    expect(JSON.parse(request({})?.body ?? '')).toMatchObject({
      conversationId: null,
      parentMessageId: NO_PARENT,
    });
    expect(request({ remoteConversationId: CONVERSATION })).toBeNull();
    expect(request({ parentMessageId: ANSWER })).toBeNull();
    expect(request({ newIds: [] })).toBeNull();
    expect(request({ remoteConversationId: 'new', parentMessageId: ANSWER })).toBeNull();
  });

  test.for([
    ['it was a variant', { isRegenerate: true }],
    ['two models answer', { addedConvo: { model: 'other' } }],
    ['an unknown field holds the text', { draft: { whole: TEXT } }],
    ['an unknown field holds an id', { predecessor: PARENT }],
  ] as const)('has no template where %s', ([, changes]) => {
    expect(librechat.replay?.template(post({ ...SEND, ...changes }))).toBeNull();
  });
});

test.for([
  [429, { type: 'concurrent', limit: 2 }, 'rate_limited', null],
  [429, { type: 'message_limit', windowInMinutes: 2 }, 'rate_limited', 120_000],
  [403, { type: 'ban' }, 'send_rejected', null],
  [400, { type: 'expired_user_key' }, 'missing_credential', null],
  [401, { message: 'Unauthorized' }, 'missing_credential', null],
  [503, { code: 'SERVER_NOT_READY' }, 'delivery_uncertain', null],
  [500, { error: 'Failed to start generation' }, 'send_rejected', null],
] as const)('a refusal of %s with %j is %s', ([status, body, code, retryAfterMs]) => {
  const refusal = librechat.readRefusal(status, {}, JSON.stringify(body));
  expect(refusal).toMatchObject({ code, retryAfterMs });
});
