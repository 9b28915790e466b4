import { describe, expect, test } from 'vitest';
import { HfChatUiReplyReader } from '../../../extension/platforms/hf-chat-ui/decode-stream.ts';
import { hfChatUi } from '../../../extension/platforms/hf-chat-ui/hf-chat-ui.ts';
import { JsonSplitter } from '../../../extension/platforms/kit/json-splitter.ts';
import type { HistoryTurn, TappedRequest } from '../../../extension/platforms/platform.ts';
import { ReplyDecoder } from '../../../extension/platforms/kit/reply-decoder.ts';
import {
  decodeWhole,
  endsOf,
  expectSplitChangesNothing,
  finalsOf,
  fixture,
  textOf,
} from './decode.ts';

const HOST = 'https://chat.example';
const CONVERSATION = '0123456789abcdef01234567';
const PARENT = '22222222-0000-4000-8000-0000000000bb';
const RUN = '55555555-0000-4000-8000-0000000000ee';
const TEXT = 'What now?\n  "日本" 👍';
const DATA = {
  inputs: TEXT,
  id: PARENT,
  is_retry: false,
  is_continue: false,
  generationId: RUN,
  selectedMcpServerNames: ['clock'],
  selectedMcpServers: [],
  timezone: 'UTC',
};
const FILE =
  '--X\r\nContent-Disposition: form-data; name="files"; filename="base64;x.png"\r\n' +
  'Content-Type: image/png\r\n\r\nAAAA\r\n';

const form = (data: object, files = ''): string =>
  `${files}--X\r\nContent-Disposition: form-data; name="data"\r\n\r\n${JSON.stringify(data)}\r\n--X--\r\n`;
const post = (data: object, changes: Partial<TappedRequest> = {}): TappedRequest => ({
  url: `${HOST}/chat/conversation/${CONVERSATION}`,
  method: 'POST',
  body: form(data),
  pageUrl: `${HOST}/chat/conversation/${CONVERSATION}`,
  ...changes,
});
const decoderOf = (run: string | null): ReplyDecoder =>
  new ReplyDecoder(new JsonSplitter(), new HfChatUiReplyReader(run));
const decode = (name: string): ReturnType<typeof decodeWhole> =>
  decodeWhole(decoderOf(RUN), fixture(`hf-chat-ui/${name}`));

describe('an address', () => {
  test.for([
    ['/', null, false],
    ['/chat/', null, false],
    ['/chat/models/a/b', null, false],
    [`/conversation/${CONVERSATION}`, CONVERSATION, false],
    [`/chat/conversation/${CONVERSATION}`, CONVERSATION, false],
    ['/chat/conversation/aB3dE6g', null, true],
    ['/chat/r/aB3dE6g', null, true],
    ['/chat/settings/application', null, true],
    ['/models', null, true],
  ] as const)('%s is the conversation %s', ([path, remoteConversationId, excluded]) => {
    expect(hfChatUi.locate(new URL(path, HOST))).toEqual({
      remoteConversationId,
      provisionalId: null,
      excluded,
    });
  });

  test('is made for its own host and for the root of others', () => {
    const made = (origin: string): string | null => hfChatUi.conversationUrl(CONVERSATION, origin);
    expect(made('https://huggingface.co')).toBe(
      `https://huggingface.co/chat/conversation/${CONVERSATION}`,
    );
    expect(made(HOST)).toBe(`${HOST}/conversation/${CONVERSATION}`);
    expect(hfChatUi.conversationUrl('aB3dE6g', HOST)).toBeNull();
  });

  test('of another product on its own host is not served', () => {
    const serves = (address: string): boolean => hfChatUi.serves(new URL(address));
    expect(serves('https://huggingface.co/chat')).toBe(true);
    expect(serves(`https://huggingface.co/chat/conversation/${CONVERSATION}`)).toBe(true);
    expect(serves('https://huggingface.co/models')).toBe(false);
    expect(serves('https://huggingface.co/chatty/model')).toBe(false);
    expect(hfChatUi.platformOf(new URL('https://huggingface.co/chat'))).toBe(
      'hf-chat-ui:huggingface.co',
    );
  });
});

describe('a request', () => {
  test('with a new turn is a send', () => {
    const described = {
      kind: 'next',
      text: TEXT,
      userMessageId: null,
      remoteConversationId: CONVERSATION,
      parentMessageId: PARENT,
    };
    expect(hfChatUi.describeSend(post(DATA))).toEqual(described);
    expect(hfChatUi.describeSend(post(DATA, { body: form(DATA, FILE) }))).toEqual(described);
    const withBoundary = post({ ...DATA, inputs: 'a --X\n--X-- b' });
    expect(hfChatUi.describeSend(withBoundary)?.text).toBe('a --X\n--X-- b');
  });

  test('that does an old turn again is a variant, and has no parent of its own', () => {
    expect(hfChatUi.describeSend(post({ ...DATA, is_retry: true }))).toMatchObject({
      kind: 'variant',
      parentMessageId: null,
    });
    const again = { id: PARENT, is_retry: true };
    expect(hfChatUi.describeSend(post(again))).toMatchObject({ kind: 'variant', text: '' });
  });

  test('that lets a reply go on is a continuation', () => {
    const kindOf = (changes: object): unknown =>
      hfChatUi.describeSend(post({ ...DATA, ...changes }))?.kind;
    expect(kindOf({ is_continue: true })).toBe('continue');
    expect(kindOf({ resumeElicitationId: RUN })).toBe('continue');
  });

  test.for([
    ['without a text', post({ id: PARENT })],
    ['to stop', post(DATA, { url: `${HOST}/chat/conversation/${CONVERSATION}/stop-generating` })],
    ['that makes a conversation', post(DATA, { url: `${HOST}/chat/conversation` })],
    ['in plain JSON', post(DATA, { body: JSON.stringify(DATA) })],
    ['to another host', post(DATA, { url: `https://x.example/conversation/${CONVERSATION}` })],
    ['that reads', post(DATA, { method: 'GET', body: null })],
  ] as const)('%s is none', ([, request]) => {
    expect(hfChatUi.describeSend(request)).toBeNull();
    expect(hfChatUi.decodeReply(request, 'application/jsonl')).toBeNull();
  });
});

describe('a stream', () => {
  test('gives the text as it comes, without padding, thoughts and tools', () => {
    const decoder = hfChatUi.decodeReply(post(DATA), 'application/jsonl');
    const whole = decoder === null ? [] : decodeWhole(decoder, fixture('hf-chat-ui/reply.jsonl'));
    expect(finalsOf(whole).map(({ id }) => id)).toEqual([RUN]);
    const more = hfChatUi.decodeReply(post({ ...DATA, is_continue: true }), 'application/jsonl');
    const rest = more === null ? [] : decodeWhole(more, fixture('hf-chat-ui/reply.jsonl'));
    expect([rest.length > 0, finalsOf(rest)]).toEqual([true, []]);
    expect(textOf(decode('reply.jsonl'))).toBe('It is noon,\u2028 日本 👍.');
    expect(textOf(decode('thought.jsonl'))).toBe('It <think> is noon.');
  });

  const finalsIn = (lines: readonly object[], run: string | null = RUN): unknown => {
    const stream = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    return finalsOf(decodeWhole(decoderOf(run), stream));
  };
  const answer = { type: 'finalAnswer', text: 'Yes.', interrupted: false };
  const finished = { type: 'status', status: 'finished' };

  test('has its final under the id of the run, and as the server stores it', () => {
    expect(finalsOf(decode('reply.jsonl'))).toEqual([
      { id: RUN, text: 'It is noon,\u2028 日本 👍.' },
    ]);
    expect(finalsOf(decode('thought.jsonl'))).toEqual([{ id: RUN, text: 'It <think> is noon.' }]);
    const tool = { type: 'tool', subtype: 'call', uuid: 'c' };
    const before = { type: 'stream', token: 'Wait.' };
    expect(finalsIn([before, tool, answer, finished])).toEqual([
      { id: RUN, text: 'Wait.\n\nYes.' },
    ]);
    expect(finalsIn([before, answer, finished])).toEqual([{ id: RUN, text: 'Yes.' }]);
  });

  test('that was stopped is a part', () => {
    const stopped = [{ ...answer, interrupted: true }, finished];
    const stream = stopped.map((line) => `${JSON.stringify(line)}\n`).join('');
    expect(endsOf(decodeWhole(decoderOf(RUN), stream))).toEqual(['stopped']);
  });

  test('that broke off, failed or is of a nameless run has none', () => {
    expect(finalsOf(decode('cut.jsonl'))).toEqual([]);
    expect(finalsIn([answer])).toEqual([]);
    expect(finalsIn([finished])).toEqual([]);
    expect(finalsIn([{ ...answer, text: '<think>Yes.' }, finished])).toEqual([]);
    expect(finalsIn([answer, { type: 'status', status: 'error' }, finished])).toEqual([]);
    expect(finalsIn([answer, finished], null)).toEqual([]);
  });

  test('with an error tells it, and nothing after', () => {
    expect(decode('limit.jsonl')).toEqual([
      { type: 'error', code: 'rate_limited', text: 'Too many requests.', retryAfterMs: null },
    ]);
  });

  test.for(['reply.jsonl', 'cut.jsonl', 'thought.jsonl', 'limit.jsonl'])(
    '%s gives the same events however it is split',
    (name) => {
      expectSplitChangesNothing(() => decoderOf(RUN), fixture(`hf-chat-ui/${name}`));
    },
  );
});

describe('a history', () => {
  const CONVERSATION_BODY = fixture('hf-chat-ui/conversation.json');

  test('is the branch of the newest message; one under way is not final', () => {
    const turns = [
      { id: 'u1', role: 'user', text: 'Hello', final: true },
      { id: 'a1', role: 'assistant', text: 'Hi.', final: true },
      { id: 'u2', role: 'user', text: 'What now?', final: true },
      { id: 'run-2', role: 'assistant', text: 'half an', final: false },
    ];
    expect(hfChatUi.history?.parse(CONVERSATION_BODY)).toEqual(turns);
    const { json } = JSON.parse(CONVERSATION_BODY) as { json: object };
    expect(hfChatUi.history?.parse(JSON.stringify(json))).toEqual(turns);
  });

  test('takes a reply for final only once its final answer was stored', () => {
    const parse = (changes: object): readonly HistoryTurn[] | null | undefined => {
      const message = { id: 'a', from: 'assistant', content: 'Yes.', ...changes };
      return hfChatUi.history?.parse(JSON.stringify({ messages: [message] }));
    };
    const finalOf = (changes: object): unknown => parse(changes)?.at(-1)?.final;
    const error = { type: 'status', status: 'error' };
    expect(finalOf({ interrupted: false })).toBe(true);
    expect(finalOf({})).toBe(false);
    expect(finalOf({ interrupted: true })).toBe(false);
    expect(finalOf({ interrupted: false, updates: [error] })).toBe(false);
    expect(finalOf({ interrupted: false, content: '<think>Yes.' })).toBe(false);
  });

  test('that goes in a circle still ends, and what is none is none', () => {
    const circle = [{ id: 'a', from: 'user', content: 'x', children: ['a'] }];
    expect(hfChatUi.history?.parse(JSON.stringify({ messages: circle }))).toHaveLength(1);
    expect(hfChatUi.history?.parse('{"json":{"conversations":[]}}')).toBeNull();
    expect(hfChatUi.history?.parse('{"messages":[]}')).toBeNull();
    expect(hfChatUi.history?.parse('<html>')).toBeNull();
    expect(hfChatUi.history?.path(CONVERSATION)).toBeNull();
  });
});

test.for([
  [429, 'You are sending too many messages. Try again later.', 'rate_limited'],
  [429, 'This conversation has more than 50 messages. Start a new one', 'send_rejected'],
  [401, 'Unauthorized', 'missing_credential'],
  [410, 'Model not available anymore', 'send_rejected'],
] as const)('a refusal of %s with %j is %s', ([status, message, code]) => {
  expect(hfChatUi.readRefusal(status, {}, JSON.stringify({ message }))).toEqual({
    code,
    text: message,
    retryAfterMs: null,
  });
});
