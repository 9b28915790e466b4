import { describe, expect, test } from 'vitest';
import { lobechat } from '../../../extension/platforms/lobechat/lobechat.ts';
import type {
  HistoryTurn,
  ReplyDecoder,
  TappedRequest,
} from '../../../extension/platforms/platform.ts';
import { decodeWhole, expectSplitChangesNothing, fixture } from './decode.ts';

const ORIGIN = 'https://lobe.example';
const TOPIC = 'tpc_AbCd1234EfGh';
const TEXT = 'What now?\n  "日本" 👍';
const BATCH = 'session.search,aiChat.sendMessageInServer?batch=1';

const post = (procedures: string, body: unknown): TappedRequest => ({
  url: `${ORIGIN}/trpc/lambda/${procedures}`,
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  pageUrl: `${ORIGIN}/agent/agt_1?topic=${TOPIC}`,
});
const batched = post(BATCH, fixture('lobechat/send-batch.json'));
const send = (input: object): TappedRequest =>
  post('aiChat.sendMessageInServer?batch=1', { 0: { json: input } });
const run = (input: object): TappedRequest =>
  post('aiAgent.execAgent?batch=1', { 0: { json: { prompt: TEXT, ...input } } });
const decoderFor = (request: TappedRequest): ReplyDecoder => {
  const decoder = lobechat.decodeReply(request, 'application/json');
  if (decoder === null) throw new Error('The request has no reply.');
  return decoder;
};

describe('an address', () => {
  test.for([
    [`/chat?session=inbox&topic=${TOPIC}`, TOPIC, false],
    ['/chat?session=inbox', null, false],
    [`/agent/agt_1?topic=${TOPIC}`, TOPIC, false],
    [`/agent/agt_1/${TOPIC}`, TOPIC, false],
    [`/group/grp_1/${TOPIC}`, TOPIC, false],
    ['/agent/agt_1', null, false],
    ['/agent/agt_1?topic=x/../y', null, false],
    [`/agent/agt_1?topic=${TOPIC}&thread=thd_1`, TOPIC, true],
    ['/agent/agt_1/profile', null, true],
    [`/share/t/${TOPIC}`, null, true],
    [`/settings?topic=${TOPIC}`, null, true],
  ] as const)('%s is the topic %s', ([path, remoteConversationId, excluded]) => {
    expect(lobechat.locate(new URL(path, ORIGIN))).toEqual({
      remoteConversationId,
      provisionalId: null,
      excluded,
    });
  });
});

describe('a request', () => {
  test('that saves a turn, among other calls, is a send', () => {
    expect(lobechat.describeSend(batched)).toEqual({
      kind: 'next',
      text: TEXT,
      userMessageId: null,
      remoteConversationId: TOPIC,
      parentMessageId: 'msg_a1',
    });
  });

  test('that begins a topic names none, and may name its turn', () => {
    const input = { newUserMessage: { content: 'x', id: 'msg_u9' }, newTopic: { title: 'x' } };
    expect(lobechat.describeSend(send(input))).toMatchObject({
      userMessageId: 'msg_u9',
      remoteConversationId: null,
    });
    const unbatched = post('aiChat.sendMessageInServer', { json: input });
    expect(lobechat.describeSend(unbatched)?.text).toBe('x');
  });

  test('that has the server run an agent is one as well; what goes on is no new turn', () => {
    const appContext = { topicId: TOPIC };
    expect(lobechat.describeSend(run({ appContext }))).toMatchObject({
      kind: 'next',
      text: TEXT,
      remoteConversationId: TOPIC,
    });
    expect(lobechat.describeSend(run({ parentMessageId: 'msg_u1' }))?.kind).toBe('variant');
    expect(lobechat.describeSend(run({ resumeApproval: {} }))?.kind).toBe('continue');
    expect(lobechat.describeSend(run({ resumeApprovals: [{}] }))?.kind).toBe('continue');
    expect(lobechat.describeSend(run({ resumeToolResult: {} }))?.kind).toBe('continue');
  });

  test('may write null for what it has not, as superjson does', () => {
    const nothing = { threadId: null, newThread: null };
    expect(
      lobechat.describeSend(send({ newUserMessage: { content: 'x' }, ...nothing }))?.text,
    ).toBe('x');
    const resumes = { resumeApproval: null, resumeApprovals: null, resumeToolResult: null };
    expect(lobechat.describeSend(run(resumes))?.kind).toBe('next');
  });

  test.for([
    ['for a reply or a title', { ...batched, url: `${ORIGIN}/webapi/chat/openai` }],
    ['of another procedure', post('aiChat.outputJSON?batch=1', { 0: { json: { content: 'x' } } })],
    ['in a thread', send({ newUserMessage: { content: 'x' }, threadId: 'thd_1' })],
    ['that opens a thread', send({ newUserMessage: { content: 'x' }, newThread: {} })],
    ['of an agent in a thread', run({ appContext: { threadId: 'thd_1' } })],
    ['to another host', { ...batched, url: `https://other.example/trpc/lambda/${BATCH}` }],
    ['without JSON', post(BATCH, 'x')],
    ['that reads', { ...batched, method: 'GET', body: null }],
  ] as const)('%s is none', ([, request]) => {
    expect(lobechat.describeSend(request)).toBeNull();
    expect(lobechat.describeResume(request)).toBeNull();
    expect(lobechat.decodeReply(request, 'text/event-stream')).toBeNull();
  });
});

describe('an answer', () => {
  const whole = fixture('lobechat/answer-batch.json');

  test('names topic and turn, and says that the reply comes another way', () => {
    expect(decodeWhole(decoderFor(batched), whole)).toEqual([
      { type: 'conversation', remoteConversationId: TOPIC },
      { type: 'user_turn', messageId: 'msg_u2' },
      { type: 'handoff' },
    ]);
    expectSplitChangesNothing(() => decoderFor(batched), whole);
  });

  test('that broke off, or is of another call, says nothing', () => {
    expect(decodeWhole(decoderFor(batched), whole.slice(0, whole.length / 2))).toEqual([]);
    const other = [{ result: { data: { json: { topicId: TOPIC } } } }];
    expect(decodeWhole(decoderFor(batched), JSON.stringify(other))).toEqual([]);
  });

  test.for([
    ['TOO_MANY_REQUESTS', 'rate_limited'],
    ['UNAUTHORIZED', 'missing_credential'],
    ['INTERNAL_SERVER_ERROR', 'send_rejected'],
    ['constructor', 'send_rejected'],
  ] as const)('with the error %s tells it', ([name, code]) => {
    const error = { json: { message: 'No.', data: { code: name } } };
    const answer = JSON.stringify([{ result: { data: { json: [] } } }, { error }]);
    expect(decodeWhole(decoderFor(batched), answer)).toEqual([
      { type: 'error', code, text: 'No.', retryAfterMs: null },
    ]);
  });

  test('of an agent that did not start is an error', () => {
    const data = { json: { success: false, error: 'Away.', topicId: TOPIC } };
    const events = decodeWhole(decoderFor(run({})), JSON.stringify([{ result: { data } }]));
    expect(events).toMatchObject([{ type: 'error', text: 'Away.' }]);
  });
});

describe('a history', () => {
  const parse = (value: unknown): readonly HistoryTurn[] | null =>
    lobechat.history?.parse(JSON.stringify(value)) ?? null;
  const list = (...messages: object[]): object => ({ result: { data: { json: messages } } });
  const message = (changes: object): object => ({
    id: 'a',
    role: 'assistant',
    content: 'Yes.',
    topicId: TOPIC,
    ...changes,
  });

  test('has the newest answers, without steps, tools and thoughts', () => {
    expect(lobechat.history?.parse(fixture('lobechat/messages.json'))).toEqual([
      { id: 'msg_u1', role: 'user', text: 'Hello', final: true },
      { id: 'msg_a1', role: 'assistant', text: 'Hi.', final: true },
      { id: 'msg_u2', role: 'user', text: 'What now?', final: true },
      { id: 'msg_a2', role: 'assistant', text: 'It is noon.', final: true },
      { id: 'msg_u3', role: 'user', text: 'And now?', final: true },
      { id: 'msg_g3', role: 'assistant', text: 'One.', final: true },
      { id: 'msg_u4', role: 'user', text: 'And?', final: true },
      { id: 'msg_a4', role: 'assistant', text: 'half an', final: false },
    ]);
  });

  test('takes a reply for final only by its count of tokens, and never a failed one', () => {
    const finalOf = (changes: object): unknown => parse([list(message(changes))])?.at(-1)?.final;
    const usage = { totalTokens: 1 };
    expect(finalOf({ usage })).toBe(true);
    expect(finalOf({ metadata: { totalTokens: 1 } })).toBe(true);
    expect(finalOf({})).toBe(false);
    expect(finalOf({ usage, error: { type: 'x' } })).toBe(false);
    expect(finalOf({ usage, content: '...' })).toBe(false);
  });

  test('is none where it is not clear which messages are meant', () => {
    expect(parse([list(message({})), list(message({}))])).toBeNull();
    expect(parse([list(message({}), message({ topicId: 'tpc_other' }))])).toBeNull();
    expect(parse([list(message({ topicId: null }))])).toBeNull();
    expect(parse([list({ id: TOPIC, title: 't' })])).toBeNull();
    expect(parse('x')).toBeNull();
    expect(lobechat.history?.path(TOPIC)).toBeNull();
  });
});

test.for([
  [401, [{ error: { json: { message: 'Log in.' } } }], 'missing_credential', 'Log in.'],
  [429, {}, 'rate_limited', 'The site answered 429.'],
] as const)('a refusal of %s with %j is %s', ([status, body, code, text]) => {
  expect(lobechat.readRefusal(status, {}, JSON.stringify(body))).toEqual({
    code,
    text,
    retryAfterMs: null,
  });
});

test('no request is a whole send, and no address follows from a topic', () => {
  expect([lobechat.replay, lobechat.conversationUrl(TOPIC, ORIGIN)]).toEqual([null, null]);
});
