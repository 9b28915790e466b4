import { describe, expect, test } from 'vitest';
import { NextchatReplyReader } from '../../../extension/platforms/nextchat/decode-stream.ts';
import { nextchat } from '../../../extension/platforms/nextchat/nextchat.ts';
import type { ReplyDecoder, TappedRequest } from '../../../extension/platforms/platform.ts';
import {
  decodeWhole,
  eventStream,
  expectSplitChangesNothing,
  finalsOf,
  fixture,
  textOf,
} from './decode.ts';
import { recordedStream } from '../../kit/recorded-traffic.ts';

const ORIGIN = 'http://localhost:3000';
const USER = { role: 'user', content: 'What now?\n  "日本" 👍' };
const BEFORE = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Hi.' },
];
const post = (body: object, url = '/api/openai/v1/chat/completions'): TappedRequest => ({
  url,
  method: 'POST',
  body: JSON.stringify({ model: 'm', stream: true, ...body }),
  pageUrl: `${ORIGIN}/#/chat`,
});
const decode = (name: string): ReturnType<typeof decodeWhole> =>
  decodeWhole(eventStream(new NextchatReplyReader('context')), fixture(`nextchat/${name}`));

test.for([
  ['/', false],
  ['/#/', false],
  ['/#/chat', false],
  ['/#/chat?mask=1', false],
  ['/#/settings', true],
  ['/#/new-chat', true],
  ['/#/artifacts/abc', true],
] as const)('the address %s names no session', ([path, excluded]) => {
  const place = nextchat.locate(new URL(path, ORIGIN));
  expect(place).toEqual({ remoteConversationId: null, provisionalId: null, excluded });
});

describe('a request', () => {
  test('with a new turn at its end is a send', () => {
    expect(nextchat.describeSend(post({ messages: [...BEFORE, USER] }))).toEqual({
      kind: 'next',
      text: USER.content,
      userMessageId: null,
      remoteConversationId: null,
      parentMessageId: null,
    });
    const withImage = {
      role: 'user',
      content: [
        { type: 'text', text: 'See' },
        { type: 'image_url', image_url: { url: 'data:' } },
      ],
    };
    expect(nextchat.describeSend(post({ messages: [withImage] }))?.text).toBe('See');
  });

  test('straight to a provider is one too', () => {
    const url = 'https://api.provider.example/v1/chat/completions';
    expect(nextchat.describeSend(post({ messages: [USER] }, url))?.kind).toBe('next');
  });

  test('that brings results of tools lets the reply go on', () => {
    const call = { role: 'assistant', tool_calls: [{ id: 'c' }] };
    const result = { role: 'tool', tool_call_id: 'c', content: 'noon' };
    const messages = [...BEFORE, USER, call, result];
    expect(nextchat.describeSend(post({ messages }))).toMatchObject({
      kind: 'continue',
      text: USER.content,
    });
    const fed = { role: 'user', content: '```json:mcp-response:clock\n{}\n```' };
    expect(nextchat.describeSend(post({ messages: [...BEFORE, fed] }))?.kind).toBe('continue');
  });

  test.for([
    ['a title', post({ stream: false, messages: [...BEFORE, USER] })],
    ['a summary', post({ messages: [...BEFORE, { role: 'system', content: 'Sum up.' }] })],
    ['a summary whose instruction was dropped', post({ messages: BEFORE })],
    ['another vocabulary', post({ messages: [USER] }, '/api/anthropic/v1/messages')],
    ['a picture', post({ prompt: 'x' }, '/api/openai/v1/images/generations')],
    ['no JSON', { ...post({}), body: 'x' }],
    ['a read', { ...post({}), method: 'GET', body: null }],
  ] as const)('for %s is none', ([, request]) => {
    expect(nextchat.describeSend(request)).toBeNull();
    expect(nextchat.decodeReply(request, 'text/event-stream')).toBeNull();
  });
});

describe('a stream', () => {
  test('gives the answer without the reasoning, and no conversation of the provider', () => {
    const events = decode('reasoning.sse');
    expect(finalsOf(events)).toEqual([{ id: 'chatcmpl-1', text: 'It is noon, 日本 👍.' }]);
    expect(textOf(events)).toBe('It is noon, 日本 👍.');
    expect(events.map(({ type }) => type)).toEqual(['delta', 'delta', 'final']);
  });

  test.for(['cut.sse', 'done-without-end.sse', 'tool-call.sse'])('%s has no final', (name) => {
    expect(finalsOf(decode(name))).toEqual([]);
  });

  test('with an error tells it', () => {
    expect(decode('error.sse').at(-1)).toEqual({
      type: 'error',
      code: 'send_rejected',
      text: 'The model is away.',
      retryAfterMs: null,
    });
  });

  test('without an id gets one from what was asked and answered', () => {
    const chunk = { choices: [{ index: 0, delta: { content: 'x' }, finish_reason: 'stop' }] };
    const idIn = (context: string): string | undefined =>
      finalsOf(
        decodeWhole(
          eventStream(new NextchatReplyReader(context)),
          `data: ${JSON.stringify(chunk)}\n\n`,
        ),
      ).at(0)?.id;
    expect(idIn('one')).toMatch(/^derived-/);
    expect(idIn('one')).toBe(idIn('one'));
    expect(idIn('one')).not.toBe(idIn('two'));
  });

  test.for(['reasoning.sse', 'cut.sse', 'done-without-end.sse', 'tool-call.sse', 'error.sse'])(
    '%s gives the same events however it is split',
    (name) => {
      const make = (): ReplyDecoder => eventStream(new NextchatReplyReader('context'));
      expectSplitChangesNothing(make, fixture(`nextchat/${name}`));
    },
  );

  const RECORDED = {
    'openai-chat-text': 1,
    'azure-model-router': 1,
    'deepseek-api-text': 1,
    'alibaba-qwen-api-reasoning': 1,
    'deepseek-api-tool-call': 0,
    'xai-api-tool-call': 0,
  } as const;
  for (const [name, answers] of Object.entries(RECORDED)) {
    const payloads = recordedStream(`openai-compatible/${name}.payloads.txt`);
    test.skipIf(payloads === null)(`as recorded (${name}) has ${answers} answers`, () => {
      const lines = (payloads ?? '').trim().split('\n');
      const whole = lines.map((line) => `data: ${line}\n\n`).join('');
      const request = post({ messages: [USER] });
      const finals = (stream: string): number => {
        const decoder = nextchat.decodeReply(request, 'text/event-stream');
        return decoder === null ? -1 : finalsOf(decodeWhole(decoder, stream)).length;
      };
      expect(finals(`${whole}data: [DONE]\n\n`)).toBe(answers);
      expect(finals(whole.slice(0, whole.length / 2))).toBe(0);
      expectSplitChangesNothing(
        () => eventStream(new NextchatReplyReader('c')),
        `${whole}data: [DONE]\n\n`,
      );
    });
  }
});

test.for([
  [401, { error: true, msg: 'wrong access code' }, 'missing_credential', 'wrong access code'],
  [429, { error: { message: 'Slow down.' } }, 'rate_limited', 'Slow down.'],
  [500, {}, 'send_rejected', 'The site answered 500.'],
] as const)('a refusal of %s with %j is %s', ([status, body, code, text]) => {
  expect(nextchat.readRefusal(status, {}, JSON.stringify(body))).toEqual({
    code,
    text,
    retryAfterMs: null,
  });
});

test('nothing is read or sent outside the page: it holds the history', () => {
  expect([nextchat.history, nextchat.replay, nextchat.conversationUrl('x', ORIGIN)]).toEqual([
    null,
    null,
    null,
  ]);
});
