import { APICallError } from 'ai';
import { expect, test } from 'vitest';

import { askModel } from '../../../conductor/src/models/ask-model.ts';
import type {
  ChatModel,
  ChatQuestion,
  ModelRequest,
} from '../../../conductor/src/features/minds/agents/feature.ts';
import { err, ok, type Result } from '../../../shared/lib/result.ts';

type Answer = Awaited<ReturnType<ChatModel['ask']>>;
type Asked = Awaited<ReturnType<typeof askModel>>;

const REPLY = {
  jobId: 'job',
  localConversationId: 'chat',
  anchorId: 'anchor',
  text: 'So.',
  complete: 'whole',
  actions: [
    { ok: false, error: { code: 'malformed_action', text: 'Line 2: no.' } },
    { ok: true, target: 'a', tool: 'b', paramsJson: '{"n":1}' },
  ],
  tokensIn: 30,
  tokensNew: 10,
  tokensOut: 5,
} as const;

/** Asks a chat through the SDK; what the chat was asked, each time. */
async function asked(
  answer: () => Promise<Answer>,
  request: Partial<ModelRequest> = {},
): Promise<{ readonly said: Asked; readonly questions: readonly ChatQuestion[] }> {
  const questions: ChatQuestion[] = [];
  const model: ChatModel = {
    ask(question) {
      questions.push(question);
      return answer();
    },
  };
  const step = { runId: 'r', stepId: 'r.0', sessionKey: 'agent/s' as never, replyId: 'msg.0' };
  const whole: ModelRequest = {
    modelRef: 'chat:chatgpt',
    system: ['# Task', '# Context'],
    messages: [{ id: 'usr', role: 'user', text: 'Hello?' }],
    tools: [],
    signal: new AbortController().signal,
    ...request,
  };
  return {
    said: await askModel(whole, { chat: { model, step, told: () => undefined } }),
    questions,
  };
}

test('a question reaches the chat as it was asked, with the ids of its messages', async () => {
  const call = { type: 'tool-a::b', toolCallId: 'r.0.0', input: { n: 1 } } as const;
  const messages = [
    { id: 'usr', role: 'user', text: 'Hello?' },
    {
      id: 'msg.0',
      role: 'assistant',
      text: 'So.',
      calls: [{ ...call, state: 'output-available', output: 'one' }],
    },
    {
      id: 'msg.0.results',
      role: 'tool',
      results: [{ ...call, state: 'output-available', output: 'one' }],
    },
  ] as const;
  const paramsSchema = { type: 'object' };
  const tools = [{ name: 'a::b', description: 'Does it.', paramsSchema, asks: false, cost: null }];
  const { questions } = await asked(() => Promise.resolve(ok(REPLY)), { messages, tools });
  expect(questions).toEqual([
    expect.objectContaining({
      stepId: 'r.0',
      system: ['# Task', '# Context'],
      tools: [expect.objectContaining({ name: 'a::b', description: 'Does it.' })],
      messages: [
        messages[0],
        { id: 'msg.0', role: 'assistant', text: 'So.', calls: [] },
        {
          id: 'msg.0.results',
          role: 'tool',
          results: [{ ...call, input: null, state: 'output-available', output: 'one' }],
        },
      ],
    }),
  ]);
});

test('actions come back in their order, what cannot be read among them', async () => {
  const { said } = await asked(() => Promise.resolve(ok(REPLY)));
  expect(said).toEqual({
    ok: true,
    value: {
      text: 'So.',
      reasoning: '',
      calls: [
        { toolCallId: 'unread.0', name: 'malformed_action', input: '', fault: 'Line 2: no.' },
        { toolCallId: 'r.0.1', name: 'a::b', input: '{"n":1}' },
      ],
      finishReason: 'tool-calls',
      complete: 'whole',
      tokensIn: 30,
      tokensOut: 5,
    },
  });
});

test.each(['cut', 'stopped', 'unproven'] as const)(
  'a reply that is %s says so',
  async (complete) => {
    const { said } = await asked(() => Promise.resolve(ok({ ...REPLY, complete })));
    expect(said).toMatchObject({ ok: true, value: { complete } });
  },
);

const fault = { code: 'model_no_reply', text: 'Nothing came.', retryAfterMs: null } as const;

test.each<[string, () => Promise<Answer>, Result<never, object>]>([
  ['a fault', () => Promise.resolve(err(fault)), err(fault)],
  [
    'a question that is held up',
    () => Promise.resolve(err({ ...fault, hold: { by: 'chat', jobId: 'job', jobVersion: 3 } })),
    err({ ...fault, hold: { by: 'chat', jobId: 'job', jobVersion: 3 } }),
  ],
  [
    'an error of its own',
    () => Promise.reject(new Error('disk')),
    err({ code: 'model_overloaded', text: 'The model gave no reply: disk', retryAfterMs: null }),
  ],
  [
    'an error before it is asked',
    () => {
      throw new Error('lock');
    },
    err({ code: 'model_overloaded', text: 'The model gave no reply: lock', retryAfterMs: null }),
  ],
  [
    'an error that the SDK tries again elsewhere',
    () => {
      const [url, requestBodyValues] = ['https://chat.example/', {}];
      const message = 'busy';
      return Promise.reject(
        new APICallError({ message, url, requestBodyValues, statusCode: 503, isRetryable: true }),
      );
    },
    err({ code: 'model_overloaded', text: 'The model answered 503: busy', retryAfterMs: null }),
  ],
  [
    'a reply that cannot be read',
    () => Promise.resolve(ok({ ...REPLY, actions: null as never })),
    err({
      code: 'model_overloaded',
      text: expect.stringContaining('The model gave no reply: ') as string,
      retryAfterMs: null,
    }),
  ],
])('the SDK asks a chat once, whatever comes of it: %s', async (_what, answer, expected) => {
  const { said, questions } = await asked(answer);
  expect(said).toEqual(expected);
  expect(questions).toHaveLength(1);
});

test('the SDK asks a chat once that is stopped while it answers', async () => {
  const stop = new AbortController();
  const { said, questions } = await asked(
    () => {
      stop.abort();
      return Promise.resolve(ok(REPLY));
    },
    { signal: stop.signal },
  );
  expect(said).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(questions).toHaveLength(1);
});
