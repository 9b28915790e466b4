import { describe, expect, test } from 'vitest';
import { ChatgptReplyReader } from '../../../extension/platforms/chatgpt/decode-stream.ts';
import {
  decodeWhole,
  endsOf,
  eventStream,
  expectSplitChangesNothing,
  finalsOf,
  fixture,
  textOf,
} from './decode.ts';
import { recordedStream } from '../../kit/recorded-traffic.ts';

const CONVERSATION = '0f0e0d0c-0001-4000-8000-000000000001';
const USER = '11111111-0000-4000-8000-00000000000a';
const ANSWER = '22222222-0000-4000-8000-00000000000b';
const ANSWER_TEXT = 'Here: ```baa\n@conductor::time\n```\nBy Acme 日本 👍 end';

const decode = (name: string): ReturnType<typeof decodeWhole> =>
  decodeWhole(eventStream(new ChatgptReplyReader()), fixture(`chatgpt/${name}`));

describe('a delta_encoding v1 stream', () => {
  test('gives the answer alone: no thought, tool call, tool output, comment or hidden note', () => {
    const events = decode('v1-tools-and-thoughts.sse');
    expect(finalsOf(events)).toEqual([{ id: ANSWER, text: ANSWER_TEXT }]);
    expect(events).toContainEqual({ type: 'conversation', remoteConversationId: CONVERSATION });
    expect(events).toContainEqual({ type: 'user_turn', messageId: USER });
    expect(textOf(events)).not.toContain('search(');
  });

  test('reads the same with CRLF line ends', () => {
    expect(decode('v1-tools-and-thoughts-crlf.sse')).toEqual(decode('v1-tools-and-thoughts.sse'));
  });

  test('is not final at the [DONE] after a handoff; the resumed stream ends it', () => {
    const decoder = eventStream(new ChatgptReplyReader());
    const first = decodeWhole(decoder, fixture('chatgpt/v1-handoff-first.sse'));
    expect(first.at(-1)).toEqual({ type: 'handoff' });
    expect(finalsOf(first)).toEqual([]);
    const rest = decodeWhole(decoder, fixture('chatgpt/v1-handoff-rest.sse'));
    expect(finalsOf(rest)).toEqual([{ id: ANSWER, text: ANSWER_TEXT }]);
  });

  test('says of an answer that a person stopped, or that became too long, that it is a part', () => {
    const stopped = fixture('chatgpt/v1-interrupted.sse');
    expect(endsOf(decode('v1-interrupted.sse'))).toEqual(['stopped']);
    const long = stopped.replaceAll('"interrupted"', '"max_tokens"');
    expect(endsOf(decodeWhole(eventStream(new ChatgptReplyReader()), long))).toEqual(['cut']);
    expect(endsOf(decode('v1-tools-and-thoughts.sse'))).toEqual(['whole']);
  });

  test('of an answer with an edit that does not fit has no final', () => {
    expect(finalsOf(decode('v1-damaged.sse'))).toEqual([]);
  });

  test('that breaks off after the text has no final', () => {
    const whole = fixture('chatgpt/v1-tools-and-thoughts.sse');
    const cut = whole.slice(0, whole.indexOf('"type": "title_generation"'));
    expect(finalsOf(decodeWhole(eventStream(new ChatgptReplyReader()), cut))).toEqual([]);
  });

  test('tells an error once, as a limit where it is one', () => {
    expect(decode('v1-error.sse').filter(({ type }) => type === 'error')).toEqual([
      { type: 'error', code: 'rate_limited', text: 'Too fast', retryAfterMs: null },
    ]);
  });
});

describe('a message that is whole and acts, but', () => {
  const block = '```baa\n@conductor::time\n```';
  const streamOf = (more: object): string => {
    const message = {
      id: ANSWER,
      author: { role: 'assistant' },
      content: { content_type: 'text', parts: [block] },
      status: 'finished_successfully',
      end_turn: true,
      recipient: 'all',
      channel: 'final',
      ...more,
    };
    const document = JSON.stringify({ message, conversation_id: CONVERSATION });
    return `data: ${document}\n\ndata: [DONE]\n\n`;
  };

  test.for([
    ['is a thought', { channel: 'analysis' }],
    ['is a thought of its own kind', { content: { content_type: 'thoughts', parts: [block] } }],
    ['is a comment', { channel: 'commentary' }],
    ['goes to a tool', { recipient: 'web.run' }],
    ['is of a tool', { author: { role: 'tool' } }],
    ['is of the person, or of another one', { author: { role: 'user', name: 'someone' } }],
    ['is hidden', { metadata: { is_visually_hidden_from_conversation: true } }],
    ['leads to a thought', { metadata: { is_thinking_preamble_message: true } }],
  ] as const)('%s is no answer', ([, more]) => {
    const events = decodeWhole(eventStream(new ChatgptReplyReader()), streamOf(more));
    expect(finalsOf(events)).toEqual([]);
    expect(textOf(events)).toBe('');
    expect(finalsOf(decodeWhole(eventStream(new ChatgptReplyReader()), streamOf({})))).toHaveLength(
      1,
    );
  });
});

test('the older style, each event the whole message so far, gives the last one', () => {
  const events = decode('cumulative.sse');
  expect(finalsOf(events)).toEqual([{ id: ANSWER, text: 'Hello there.' }]);
  expect(textOf(events)).toBe('Hello there.');
});

test.for([
  'v1-tools-and-thoughts.sse',
  'v1-tools-and-thoughts-crlf.sse',
  'v1-handoff-first.sse',
  'cumulative.sse',
  'v1-damaged.sse',
])('however %s is split, the events are the same', (name) => {
  expectSplitChangesNothing(
    () => eventStream(new ChatgptReplyReader()),
    fixture(`chatgpt/${name}`),
  );
});

describe('recorded streams', () => {
  const BEGINNINGS = {
    'v1-desktop-simple-text-2026-05.sse': '\n\n2 + 2 = 4.',
    'v1-desktop-toolcall-code-2026-05.sse': '明白了，我来帮你梳理一下当前情况',
    'v1-plain-text-math-2026-05.sse': '',
    'v1-websearch-free-2026-05-truncated.sse': '',
  };
  for (const [name, beginning] of Object.entries(BEGINNINGS)) {
    const stream = recordedStream(`chatgpt/${name}`);
    test.skipIf(stream === null)(`${name} has one final answer, without private marks`, () => {
      const finals = finalsOf(decodeWhole(eventStream(new ChatgptReplyReader()), stream ?? ''));
      expect(finals).toHaveLength(1);
      expect(finals[0]?.text.startsWith(beginning)).toBe(true);
      expect(finals[0]?.text).not.toMatch(/[\uE200-\uE2FF]/);
      expect(finals[0]?.id).toMatch(/^[0-9a-f-]{36}$/);
      expectSplitChangesNothing(() => eventStream(new ChatgptReplyReader()), stream ?? '');
    });
  }

  const cut = recordedStream('chatgpt/v1-multitool-weather-2026-05-truncated.sse');
  test.skipIf(cut === null)('one that was cut while its tools ran has none', () => {
    expect(finalsOf(decodeWhole(eventStream(new ChatgptReplyReader()), cut ?? ''))).toEqual([]);
  });
});
