import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { genericDecoder } from '../../../extension/platforms/generic/decode-stream.ts';
import { VOCABULARIES } from '../../../extension/platforms/generic/vocabularies.ts';
import {
  EVENT_MARKUP,
  EVENT_SOURCE,
  type ReplyDecoder,
  type ReplyEvent,
  SOCKET_TEXTS,
} from '../../../extension/platforms/platform.ts';
import { contentTypeOf, textOfFixture } from '../../kit/reply-streams.ts';
import { decodeWhole, endsOf, expectSplitChangesNothing, finalsOf, textOf } from './decode.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/platforms/generic/vocabularies');
const FILES = readdirSync(FOLDER);
/** Words of every fixture's assistant, among thoughts, tools and the person's text. */
const ANSWER = 'Here: ```baa\n@conductor::time\n```\nBy Acme 日本 👍 end';

const vocabularyOf = (file: string) =>
  VOCABULARIES.filter(({ name }) => file.startsWith(name)).toSorted(
    (one, other) => other.name.length - one.name.length,
  )[0];
const read = (file: string): string => textOfFixture(join(FOLDER, file));
const decoder = (contentType: string, conversationId: string | null = null): ReplyDecoder =>
  genericDecoder(contentType, { context: 'context', conversationId, text: 'Hi' });
const decode = (file: string, contentType = contentTypeOf(file)): ReplyEvent[] =>
  decodeWhole(decoder(contentType), read(file));
const events = (...values: unknown[]): string =>
  values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('');
const decodeEvents = (...values: unknown[]): ReplyEvent[] =>
  decodeWhole(decoder('text/event-stream'), events(...values));

test('each vocabulary has evidence, which the page for people repeats, and a stream that is read in it', () => {
  const covered = new Set(FILES.map((file) => vocabularyOf(file)?.name));
  expect(VOCABULARIES.filter(({ name }) => !covered.has(name))).toEqual([]);
  const page = readFileSync('docs/reference/any-page.md', 'utf8').replaceAll(/ +/g, ' ');
  for (const { name, ends, evidence } of VOCABULARIES)
    expect(page).toContain(`| ${name} | ${ends} | ${evidence} |`);
});

describe.for(FILES)('%s', (file) => {
  test('gives the answer alone, and once', () => {
    const told = decode(file);
    expect(finalsOf(told).map(({ text }) => text)).toEqual([ANSWER]);
    expect(textOf(told)).not.toContain('secret');
  });

  test('is told apart by its first bytes, whatever its content type says', () => {
    const contentType = contentTypeOf(file);
    if (contentType === SOCKET_TEXTS || contentType === 'text/plain') return;
    for (const other of ['application/octet-stream', 'text/plain', 'text/html', 'application/json'])
      expect(finalsOf(decode(file, other)), other).toEqual(finalsOf(decode(file)));
  });

  test('reads the same however it is split', () => {
    expectSplitChangesNothing(() => decoder(contentTypeOf(file)), read(file));
  });

  test('has no final before its end', () => {
    const early = decoder(contentTypeOf(file));
    const whole = read(file);
    const isMarked = vocabularyOf(file)?.ends === 'mark' || file.includes('flagged');
    expect(finalsOf(early.push(isMarked ? whole.slice(0, whole.length * 0.7) : whole))).toEqual([]);
  });

  test('has no final where a line is not the JSON it should be', () => {
    if (contentTypeOf(file) === 'text/plain' || file.startsWith('word-events')) return;
    const whole = read(file);
    const lost = whole.replace(/(?<=Here: [^]*?)\}/, '');
    for (const garbled of [whole.replace('Acme', 'Ac"me'), lost])
      expect(finalsOf(decodeWhole(decoder(contentTypeOf(file)), garbled))).toEqual([]);
  });
});

/** Vocabularies without a protocol: they go by the words of names. */
const BY_WORDS = VOCABULARIES.filter(({ name }) =>
  ['plain-text', 'word-events', 'plain-words', 'bare-pieces'].includes(name),
);
/** Formats not told by names: codes of a digit, changes of a tree, or whose step it is by its id alone. */
const UNTOLD = /^(?:ai-sdk-data|chainlit|gradio|signalr)/;
/** Nothing in it says that it is over, and its kinds say that something else could. */
const OPEN_ENDED = /^(?:dify-blocking|direct-line|langgraph-tuples|langserve)/;

describe.for(FILES)('without any protocol that is known, %s', (file) => {
  const told = decodeWhole(
    genericDecoder(contentTypeOf(file), { context: 'c', text: 'Hi' }, BY_WORDS),
    read(file),
  );

  test('is read to its end by the words of its names', () => {
    const finals = finalsOf(told).map(({ text }) => text);
    const isOpen = UNTOLD.test(file) || OPEN_ENDED.test(file);
    expect(finals).toEqual(isOpen ? [] : [ANSWER]);
    if (!UNTOLD.test(file)) expect(textOf(told)).toContain(ANSWER);
  });
});

test('the answer to a program of GraphQL stands under any name, and to nothing else', () => {
  const answer = (name: string, role: string): string =>
    JSON.stringify({ data: { [name]: { id: 'm-1', role, content: 'Hello.' } } });
  const read = (text: string, sent: unknown): readonly string[] =>
    finalsOf(
      decodeWhole(genericDecoder('application/json', { context: 'c', text: 'Hi', sent }), text),
    ).map((final) => final.text);
  const program = { query: 'mutation Ask { ask }', variables: { text: 'Hi' } };
  expect(read(answer('ask', 'ASSISTANT'), program)).toEqual(['Hello.']);
  expect(read(answer('ask', 'ASSISTANT'), { query: 'Hi' })).toEqual([]);
  expect(read(answer('ask', 'USER'), program)).toEqual([]);
  expect(read(answer('suggestion', 'ASSISTANT'), program)).toEqual([]);
  expect(read('{"data":null,"errors":[{"message":"No."}]}', program)).toEqual([]);
});

describe('names that nobody listed', () => {
  const answers = (...values: unknown[]) =>
    finalsOf(decodeEvents(...values)).map(({ text }) => text);

  test.for([
    [
      [
        { type: 'textResponseChunk', textResponse: 'Hel', close: false },
        { type: 'textResponseChunk', textResponse: 'lo there', close: false },
        { type: 'finalizeResponseStream', textResponse: '', close: true },
      ],
    ],
    [
      [
        { event: 'partial_item', partial_item: { text: 'Hello' } },
        { event: 'partial_item', partial_item: { text: 'Hello there' } },
        { event: 'final_response', final_response: { text: 'Hello there' } },
      ],
    ],
    [[{ event_type: 'status' }, { event_type: 'final_response', final_response: 'Hello there' }]],
    [[{ assistantText: 'Hel' }, { assistantText: 'lo there' }]],
    [
      [
        { partial_answer: 'Hello', isDone: false },
        { partial_answer: 'Hello there', isDone: true },
      ],
    ],
    [[{ botReply: { markdownText: 'Hello there' } }]],
  ] as const)('are read by their words: %j', ([values]) => {
    expect(answers(...values)).toEqual(['Hello there']);
  });

  test.for([
    [[{ userText: 'Hello there' }]],
    [[{ responseTitle: 'Hello there' }]],
    [[{ reply_id: 'Hello there' }]],
    [[{ type: 'session_start', message: 'Hello there' }]],
    [[{ type: 'reasoningChunk', textResponse: 'Hello there' }, { type: 'done' }]],
    [[{ type: 'partial_item', partial_item: { text: 'Hello th' } }]],
  ] as const)('are no answer where their words say otherwise: %j', ([values]) => {
    expect(answers(...values)).toEqual([]);
  });
});

test('ids of the site are taken for the message and the conversation', () => {
  for (const file of ['ai-sdk-ui.sse', 'ag-ui.sse', 'dify.sse', 'chainlit.frames', 'google.sse'])
    expect(
      finalsOf(decode(file)).map(({ id }) => id),
      file,
    ).toEqual(['m-1']);
  for (const file of ['ag-ui.sse', 'dify.sse', 'langgraph.sse'])
    expect(decode(file), file).toContainEqual({
      type: 'conversation',
      remoteConversationId: 'conv-1',
    });
});

test('a reply that its model ended at a limit or a filter is a part, however that is said', () => {
  const piece = { choices: [{ delta: { content: 'Half' }, finish_reason: null }] };
  const chat = (finish_reason: string) => [piece, { choices: [{ delta: {}, finish_reason }] }];
  const claude = (stop_reason: string) => [
    { type: 'message_start', message: { id: 'm-1' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half' } },
    { type: 'message_delta', delta: { stop_reason } },
    { type: 'message_stop' },
  ];
  const gemini = (finishReason: string) => [
    { candidates: [{ content: { parts: [{ text: 'Half' }] }, finishReason }] },
  ];
  const said = { type: 'response.output_text.delta', delta: 'Half' };
  const responses = (reason: string) => [
    said,
    { type: 'response.incomplete', response: { incomplete_details: { reason } } },
  ];
  const ollama = (done_reason: string) => [
    { model: 'm', message: { role: 'assistant', content: 'Half' }, done: true, done_reason },
  ];
  const ui = (finishReason: string) => [
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'Half' },
    { type: 'finish', finishReason },
  ];
  const parts = [
    chat('length'),
    chat('content_filter'),
    claude('max_tokens'),
    claude('refusal'),
    gemini('MAX_TOKENS'),
    gemini('SAFETY'),
    responses('max_output_tokens'),
    responses('content_filter'),
    ollama('length'),
    ui('length'),
    ui('content-filter'),
    [
      { type: 'token', text: 'Half' },
      { type: 'done', finish_reason: 'length' },
    ],
    [{ text: 'Half', finish_reason: 'length' }],
  ];
  for (const part of parts)
    expect(endsOf(decodeEvents(...part)), JSON.stringify(part)).toEqual(['cut']);
  const wholes = [chat('stop'), claude('end_turn'), gemini('STOP'), ollama('stop'), ui('stop')];
  for (const whole of wholes)
    expect(endsOf(decodeEvents(...whole)), JSON.stringify(whole)).toEqual(['whole']);
});

test('what a vocabulary shares a name with is left to the others', () => {
  const read = (...values: unknown[]) => finalsOf(decodeEvents(...values)).map(({ text }) => text);
  expect(read({ code: 0, msg: 'success', data: { text: 'A' } })).toEqual(['A']);
  expect(read({ event: 'token', message_id: 'm', data: { text: 'B' } }, { event: 'end' })).toEqual([
    'B',
  ]);
  expect(read({ type: 'content-delta', delta: { text: 'C' } }, { type: 'done' })).toEqual(['C']);
  expect(read({ type: 'content_block_delta', text: 'D' }, { type: 'done' })).toEqual(['D']);
  expect(
    read({ type: 'text-delta', textDelta: 'E' }, { type: 'finish', finishReason: 'stop' }),
  ).toEqual(['E']);
  expect(read({ type: 'text-delta', id: '0', text: 'F' }, { type: 'finish' })).toEqual(['F']);
});

test('an id that comes late is the id of what was read, and another one begins another message', () => {
  const read = (...values: unknown[]) => finalsOf(decodeEvents(...values));
  const done = { type: 'done', message_id: 'm-1' };
  expect(read({ type: 'token', text: 'Hi!' }, done)).toEqual([{ id: 'm-1', text: 'Hi!' }]);
  const pieces = ['m-0', 'm-1'].map((id) => ({ type: 'token', text: id, message_id: id }));
  expect(read(...pieces, done)).toEqual([{ id: 'm-1', text: 'm-1' }]);
});

test('ids of what lies beside the answer are not those of the conversation', () => {
  const beside = { type: 'data-call', data: { session_id: 'of-a-tool' } };
  const told = decodeEvents(beside, { text: 'x', thread_id: 'conv-9' });
  expect(told.filter(({ type }) => type === 'conversation')).toEqual([
    { type: 'conversation', remoteConversationId: 'conv-9' },
  ]);
});

describe('pieces with a status', () => {
  const piece = (content: string, status: string) => ({ _id: 'm', content, status });
  const read = (...values: unknown[]): ReplyEvent[] => [
    ...decoder(EVENT_SOURCE).push(events(...values)),
  ];

  test('are over when it goes from being written to done', () => {
    const told = read(piece('He', 'streaming'), piece('Hello', 'complete'));
    expect(finalsOf(told).map(({ text }) => text)).toEqual(['Hello']);
  });

  test('are not by a status alone, which may be that of the piece', () => {
    expect(finalsOf(read(piece('He', 'complete'), piece('Hello', 'complete')))).toEqual([]);
  });

  test.for(['error', 'failed'])('are an error in its own words where it is %s', (status) => {
    const told = read(piece('He', 'streaming'), piece('Overloaded.', status));
    expect(told).toContainEqual(expect.objectContaining({ type: 'error', text: 'Overloaded.' }));
    expect(finalsOf(told)).toEqual([]);
  });
});

describe('a turn that ends with a call for the page to answer', () => {
  test.for([
    ['openai-chat', [{ choices: [{ delta: { content: 'x' }, finish_reason: 'tool_calls' }] }]],
    [
      'ai-sdk-ui',
      [
        { type: 'text-delta', id: '0', delta: 'x' },
        { type: 'tool-input-available', toolCallId: 't' },
        { type: 'finish' },
      ],
    ],
    [
      'ag-ui',
      [
        { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'x' },
        { type: 'TOOL_CALL_START', toolCallId: 't' },
        { type: 'RUN_FINISHED' },
      ],
    ],
    [
      'google',
      [
        {
          candidates: [
            { content: { parts: [{ text: 'x' }, { functionCall: {} }] }, finishReason: 'STOP' },
          ],
        },
      ],
    ],
    [
      'openai-responses',
      [
        { type: 'response.output_text.delta', delta: 'x' },
        { type: 'response.output_item.added', item: { type: 'function_call' } },
        { type: 'response.completed', response: {} },
      ],
    ],
  ] as const)('has no final in %s', ([, values]) => {
    expect(finalsOf(decodeEvents(...values))).toEqual([]);
  });
});

describe('an error', () => {
  test.for([
    ['a text', { error: 'No.' }, 'send_rejected'],
    ['an object', { error: { message: 'Rate limit reached', code: 429 } }, 'rate_limited'],
    ['a number', { error: 429 }, 'rate_limited'],
    ['true', { error: true }, 'send_rejected'],
    ['a type', { type: 'error', message: 'No.' }, 'send_rejected'],
    ['of the AI SDK', { type: 'error', errorText: 'Too many requests' }, 'rate_limited'],
    ['of AG-UI', { type: 'RUN_ERROR', message: 'No.' }, 'send_rejected'],
    ['in an envelope', { event: 'x', data: { error: { type: 'rate_limit' } } }, 'rate_limited'],
  ] as const)('that is %s is told, and leaves no final', ([, value, code]) => {
    const told = decodeEvents({ text: 'Half an ans' }, value);
    expect(told.filter(({ type }) => type === 'error')).toMatchObject([{ type: 'error', code }]);
    expect(finalsOf(told)).toEqual([]);
  });

  test.for([{ error: null }, { error: false }, { error: '' }, { error: 0 }])(
    '%j is none',
    (none) => {
      const told = decodeEvents({ text: 'All.', ...none });
      expect(told.map(({ type }) => type)).toEqual(['delta', 'final']);
    },
  );

  test('in words, where JSON is expected, is told too', () => {
    const told = decodeWhole(decoder('text/event-stream'), 'event: error\ndata: Busy\n\n');
    expect(told).toMatchObject([{ type: 'error', text: 'Busy' }]);
  });
});

describe('where nothing but the end of the transfer marks the end', () => {
  test('a socket or an event source that closes leaves no final', () => {
    const pieces = events({ text: 'All ' }, { text: 'of it.' });
    expect(finalsOf(decodeWhole(decoder(EVENT_SOURCE), pieces))).toEqual([]);
    expect(finalsOf(decodeWhole(decoder('text/event-stream'), pieces))).toHaveLength(1);
    expect(finalsOf(decodeWhole(decoder(SOCKET_TEXTS), '{"text":"All of it."}\u001e'))).toEqual([]);
  });

  test('pieces that say they are not the last need one that is', () => {
    expect(finalsOf(decodeEvents({ text: 'All.', done: false }))).toEqual([]);
    expect(finalsOf(decodeEvents({ text: 'All.', done: false }, { done: true }))).toHaveLength(1);
  });

  test('a piece that overwrites what was there takes its place', () => {
    const told = decodeEvents({ text: 'Searching…' }, { text: 'Here.', overwrite: true });
    expect(finalsOf(told).map(({ text }) => text)).toEqual(['Here.']);
  });

  test('what the person wrote, said back, and a bare acknowledgement are no answers', () => {
    const whole = (text: string, type: string) => finalsOf(decodeWhole(decoder(type), text));
    expect(whole('{"id":1,"text":"Hi"}', 'application/json')).toEqual([]);
    expect(whole('{"role":"user","text":"Hi, too"}', 'application/json')).toEqual([]);
    expect(whole('OK', 'text/plain')).toEqual([]);
    expect(whole('<!doctype html><p>Hello</p>', 'text/plain')).toEqual([]);
    expect(whole('Hello there.', 'text/html')).toEqual([]);
  });
});

describe('pieces that do not say what they are', () => {
  const textOfPieces = (...pieces: string[]): string | undefined =>
    finalsOf(decodeEvents(...pieces.map((text) => ({ text }))))[0]?.text;

  test.for([
    ['new each time', ['Hel', 'lo', ' there'], 'Hello there'],
    ['all so far', ['Hel', 'Hello', 'Hello there'], 'Hello there'],
    ['all so far, the last again', ['Hello', 'Hello there', 'Hello there'], 'Hello there'],
    ['all so far, with a cursor', ['Hello t▌', 'Hello there▌', 'Hello there.'], undefined],
    ['indented lines', ['  if (a) {\n', '    go()\n', '  }\n'], '  if (a) {\n    go()\n  }\n'],
  ] as const)('read as what they are: %s', ([, pieces, text]) => {
    expect(textOfPieces(...pieces)).toBe(text);
  });
});

test('a list of messages of which one passes on a failure has no final, and its words', () => {
  const list = [{ text: 'Hello' }, { custom: { message: 'It broke.', status: 'Fail' } }];
  const told = decodeWhole(decoder('application/json'), JSON.stringify(list));
  expect(finalsOf(told)).toEqual([]);
  expect(told.at(-1)).toMatchObject({ type: 'error', text: 'It broke.' });
});

describe('events of words', () => {
  const words = (stream: string, contentType = 'text/event-stream') => {
    const told = decodeWhole(decoder(contentType), stream);
    const errors = told.flatMap((event) => (event.type === 'error' ? [event.text] : []));
    return [...finalsOf(told).map(({ text }) => text), ...errors];
  };
  const named = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n\n`;
  const said = (...texts: string[]): string => texts.map((text) => named('token', text)).join('');

  test('may be numbers and words of JSON, once one of them is no JSON', () => {
    expect(words('data: 4\n\ndata: 2\n\ndata:  is it\n\ndata: true\n\ndata: [DONE]\n\n')).toEqual([
      '42 is ittrue',
    ]);
  });

  test('have no final where an object, or what nobody knows, stands among them', () => {
    expect(words(`${said('connected')}data: {"delta":"Hi"}\n\n${named('done', '')}`)).toEqual([]);
    expect(words(said('Hello') + named('notice', 'moved') + named('done', ''))).toEqual([]);
    expect(words(said('Hello') + named('error', 'It broke.'))).toEqual(['It broke.']);
    expect(words(said('queued'))).toEqual([]);
    const failure = '{"message":"It broke.","status":"Fail"}';
    expect(words(said('Hello', failure) + named('done', ''))).toEqual(['It broke.']);
  });

  test('over an EventSource end by their end alone', () => {
    expect(words(said('Hello'), EVENT_SOURCE)).toEqual([]);
    expect(words(said('Hello') + named('done', ''), EVENT_SOURCE)).toEqual(['Hello']);
    expect(words(said('Hello') + named('close', 'bye'), EVENT_SOURCE)).toEqual(['Hello']);
  });

  test('of markup are what the page shows, unless they were written another way', () => {
    const markup = (...pieces: string[]) =>
      words(said(...pieces) + named('done', ''), EVENT_MARKUP);
    expect(markup('a &lt;b&gt; &amp;amp; &#39;', '<span class="t"> c</span><br>', 'd')).toEqual([
      "a <b> &amp; ' c\nd",
    ]);
    expect(markup('a', '<p>b</p>')).toEqual([]);
    expect(markup('a', '<span')).toEqual([]);
    expect(markup('a', '&hearts;')).toEqual([]);
    expect(markup('a', '<p class="error">It broke.</p>')).toEqual(['It broke.']);
  });
});
