import { describe, expect, test } from 'vitest';
import { generic } from '../../../extension/platforms/generic/generic.ts';
import { wholeAnswer } from '../../../extension/platforms/generic/answer-texts.ts';
import {
  EVENT_SOURCE,
  RECORD_END,
  SOCKET_METHOD,
  SOCKET_TEXTS,
  type TappedRequest,
} from '../../../extension/platforms/platform.ts';
import { shownCandidate } from '../../../extension/content/teach/shown-candidate.ts';
import FAILURES from '../../fixtures/failure-values.json' with { type: 'json' };
import { finalsOf } from './decode.ts';

const PAGE = 'https://chat.example/';
const WORDS = 'Hi "there"\nand on';

function request(
  body: unknown,
  { url = '/api/run', method = 'POST' }: { readonly url?: string; readonly method?: string } = {},
): TappedRequest {
  const text = typeof body === 'string' || body === null ? body : JSON.stringify(body);
  return { url: new URL(url, PAGE).href, method, body: text, pageUrl: PAGE, said: [WORDS] };
}

const overSocket = (body: unknown): TappedRequest => request(body, { method: SOCKET_METHOD });

describe('a message is found by its words', () => {
  test.for<readonly [string, TappedRequest]>([
    ['a call in a batch of tRPC', request({ 0: { json: { note: WORDS } } })],
    ['a query of Dialogflow', request({ queryInput: { text: { text: WORDS } } })],
    ['a request of Voiceflow', request({ request: { type: 'text', payload: WORDS } })],
    [
      'a JSON-RPC of parts',
      request({ method: 'send', params: { m: [{ kind: 'text', text: WORDS }] } }),
    ],
    ['arguments of a server action', request([WORDS, '$undefined'])],
    ['the state of a Livewire component', request({ components: [{ updates: { body: WORDS } }] })],
    ['a form', request(new URLSearchParams({ 'm[body]': WORDS }).toString())],
    ['an address', request(null, { url: `/get?msg=${encodeURIComponent(WORDS)}`, method: 'GET' })],
    ['a channel of Phoenix', overSocket(['1', '2', 'room:1', 'shout', { body: WORDS }])],
    ['an event of socket.io', overSocket(`42["say",${JSON.stringify(WORDS)}]`)],
    [
      'an operation of GraphQL over a socket',
      overSocket({
        type: 'subscribe',
        payload: { query: 'subscription S { s }', variables: { p: WORDS } },
      }),
    ],
    [
      'a frame of STOMP',
      overSocket(`SEND\ndestination:/app/run\n\n${JSON.stringify({ c: WORDS })}\0`),
    ],
    ['a frame of it over SockJS', overSocket([`SEND\nid:1\n\n${JSON.stringify({ c: WORDS })}\0`])],
    ['a socket of nothing but text', overSocket(WORDS)],
  ])('in %s', ([, tapped]) => {
    expect(generic.describeSend(tapped)).toMatchObject({ kind: 'next', text: WORDS });
    expect(generic.describeSend({ ...tapped, said: [] })?.text).not.toBe(WORDS);
  });

  test.for<readonly [string, TappedRequest]>([
    ['a title', request({ title: WORDS })],
    ['a draft', request({ value: WORDS }, { url: '/api/draft' })],
    ['a part', request({ value: `${WORDS} and more` })],
    ['an answer in one piece', request({ value: WORDS, stream: false })],
  ])('and not in %s', ([, tapped]) => {
    expect(generic.describeSend(tapped)).toBeNull();
  });

  test('and not where the last of a conversation is a later one', () => {
    const messages = [WORDS, 'And now?'].map((content) => ({ role: 'user', content }));
    const tapped = { ...request({ messages }), said: [WORDS, 'And now?'] };
    expect(generic.describeSend(tapped)?.text).toBe('And now?');
  });

  test('rather than by names, and with the id of its conversation', () => {
    const body = { conversation_id: 'c-1', data: { text: WORDS, prompt: 'Answer as a pirate.' } };
    expect(generic.describeSend(request({ prompt: 'Answer.', ...body }))).toMatchObject({
      text: WORDS,
      remoteConversationId: 'c-1',
    });
  });
});

/** The reply, where a page shows these texts after the message. */
function read(answer: unknown, shown: readonly string[], type = 'application/json'): string | null {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const whole = wholeAnswer(text, type, WORDS);
  return whole && (shownCandidate(whole.candidates, (each) => shown.includes(each))?.text ?? null);
}

const list = (...texts: readonly string[]) => texts.map((body, id) => ({ id, body }));
const html = '<div class="me">Hi "there"\nand on</div><div class="bot">Good &lt;day&gt;</div>';

describe('a reply in an answer of one document is what the page shows of it', () => {
  test.for<readonly [string, unknown, string?]>([
    [
      'Dialogflow',
      {
        queryResult: {
          queryText: WORDS,
          fulfillmentMessages: [{ text: { text: ['Good <day>'] } }],
        },
      },
    ],
    ['Voiceflow', [{ type: 'speak', payload: { type: 'message', message: 'Good <day>' } }]],
    [
      'Typebot',
      { messages: [{ id: 'm', content: { richText: [{ children: [{ text: 'Good <day>' }] }] } }] },
    ],
    ['Lex', { messages: [{ content: 'Good <day>', contentType: 'PlainText' }], sessionId: 's' }],
    ['tRPC', [{ result: { data: { json: 'Good <day>' } } }]],
    [
      'a form action of SvelteKit',
      { type: 'success', status: 200, data: '[{"said":1},"Good <day>"]' },
    ],
    ['all messages of a chat', list('Hello?', 'Hello.', WORDS, 'Good <day>')],
    ['a server action', '0:{"a":"$@1","b":"build"}\n1:{"said":"Good <day>"}\n', 'text/x-component'],
    ['markup', html, 'text/html; charset=utf-8'],
    [
      'a stream of Turbo',
      `<turbo-stream action="append"><template>${html}</template></turbo-stream>`,
      'text/vnd.turbo-stream.html',
    ],
    [
      'a page',
      `<!doctype html><title>Chat</title><style>p { x: y }</style><!-- a -->${html}<script>let a = '<p>b</p>';</script>`,
      'text/html',
    ],
    ['text that is called HTML', 'Good <day>', 'text/html'],
  ])('of %s', ([, answer, type]) => {
    expect(read(answer, ['Good <day>'], type)).toBe('Good <day>');
    expect(read(answer, ['Something else'], type)).toBeNull();
  });

  test('in several texts only if it shows all of them', () => {
    const answer = { messages: [{ content: 'One.' }, { content: 'Two.' }] };
    expect(read(answer, ['One.', 'Two.'])).toBe('One.\nTwo.');
    expect(read(answer, ['One.'])).toBeNull();
    expect(read(answer, ['One.Two.'])).toBe('One.Two.');
    const isUnsure = (...texts: readonly string[]) =>
      shownCandidate([{ texts, isList: false, isRendered: false }], () => true)?.isUnsure;
    expect([isUnsure('One.', 'Two.'), isUnsure('One.')]).toEqual([true, false]);
  });

  test('and the longer one where it shows a part of it by itself', () => {
    const answer = { caption: 'Good day', body: 'Good day to you.' };
    expect(read(answer, ['Good day', 'Good day to you.'])).toBe('Good day to you.');
  });

  test('and no failure, no source, no suggestion and no half of a document', () => {
    for (const failure of FAILURES) {
      const words = ['Sorry.', ...Object.values(failure)].map(String);
      expect(read(failure, words)).toBeNull();
      // A message or a detail alone is how gateways fail; beside something else it may be the reply.
      const isAlone = /^(?:message|detail)$/i.test(Object.keys(failure).join());
      if (!isAlone) expect(read({ body: 'Sorry.', ...failure }, words)).toBeNull();
    }
    expect(
      read({ suggestions: ['More'], sources: [{ body: 'Page' }] }, ['More', 'Page']),
    ).toBeNull();
    expect(read('{"body":"Good day","more', ['Good day'])).toBeNull();
    expect(read({ state: 'processing', body: 'Good day' }, ['Good day'])).toBeNull();
    expect(read('1:E{"digest":"1"}\n', ['1'], 'text/x-component')).toBeNull();
    expect(read('<div role="alert">No.</div>', ['No.'], 'text/html')).toBeNull();
  });

  test('and of a failure the words, unless it came before the message', () => {
    const failed = { id: 1, body: 'Half', message: 'Gone.', status: 'Fail' };
    const said = { id: 2, body: WORDS };
    expect(wholeAnswer(JSON.stringify([said, failed]), 'application/json', WORDS)?.failed).toBe(
      'Gone.',
    );
    expect(read([failed, said, { id: 3, body: 'Good day.' }], ['Half', 'Good day.'])).toBe(
      'Good day.',
    );
    expect(
      read(
        {
          history: [
            ['Hello?', 'Hello.'],
            [WORDS, 'Good day.'],
          ],
        },
        ['Hello.', 'Good day.'],
      ),
    ).toBe('Good day.');
  });

  test('and says whether it is over, and how it was written', () => {
    expect(
      wholeAnswer('{"status":"completed","body":"a"}', 'application/json', WORDS)?.isDone,
    ).toBe(true);
    expect(wholeAnswer('{"body":"a"}', 'application/json', WORDS)?.isDone).toBe(false);
    const [markup] = wholeAnswer('<p>a</p><p>b</p>', 'text/html', WORDS)?.candidates ?? [];
    expect(markup).toMatchObject({ texts: ['a', 'b'], isRendered: true });
  });
});

describe('a message that says an assistant wrote it is whole where nothing follows', () => {
  const stands = (type: string, sent: TappedRequest, ...texts: readonly unknown[]) => {
    const decoder = generic.decodeReply(sent, type);
    const events = texts.flatMap((value) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return [
        ...(decoder?.push(type === SOCKET_TEXTS ? text + RECORD_END : `data: ${text}\n\n`) ?? []),
      ];
    });
    return finalsOf([...events, ...(decoder?.atRest() ?? [])]).map(({ text }) => text);
  };
  const message = { id: 7, role: 'assistant', content: 'Good day.' };

  test.for<readonly [string, unknown]>([
    ['Pusher', { event: 'MessageSent', channel: 'c', data: JSON.stringify({ message }) }],
    [
      'a record that was inserted',
      { event: 'postgres_changes', payload: { data: { type: 'INSERT', record: message } } },
    ],
    ['Phoenix', [null, null, 'room:1', 'new_msg', { body: 'Good day.', user: 'bot', id: 7 }]],
    ['STOMP', `MESSAGE\ndestination:/topic/a\n\n${JSON.stringify(message)}\0`],
    ['STOMP over SockJS', `a${JSON.stringify([`MESSAGE\nid:1\n\n${JSON.stringify(message)}\0`])}`],
    [
      'a feed',
      {
        type: 'created',
        data: { id: 'm', isBot: true, payload: { text: 'Good day.' }, createdAt: '2026' },
      },
    ],
  ])('of %s', ([, value]) => {
    for (const type of [SOCKET_TEXTS, EVENT_SOURCE]) {
      const isOfSocket = typeof value === 'string' || Array.isArray(value);
      if (isOfSocket && type === EVENT_SOURCE) continue;
      const sent = request({ message: WORDS });
      expect(stands(type, sent, value)).toEqual(['Good day.']);
      expect(stands(type, sent, value, value)).toEqual([]);
    }
  });

  test.for<readonly [string, unknown]>([
    ['is a person', { ...message, role: 'user' }],
    ['is not kept', { role: 'assistant', content: 'Good day.' }],
    ['brings a piece', { id: 7, role: 'assistant', delta: 'Good' }],
    ['is not over', { ...message, done: false }],
    ['failed', { ...message, status: 'failed' }],
  ])('and none whose author %s', ([, value]) => {
    expect(stands(SOCKET_TEXTS, request({ message: WORDS }), { event: 'e', data: value })).toEqual(
      [],
    );
  });

  test('and so is the result of the call that it was sent by', () => {
    const sent = overSocket({ jsonrpc: '2.0', id: 4, method: 'run', params: [WORDS] });
    const answer = { jsonrpc: '2.0', id: 4, result: { text: 'Good day.' } };
    expect(stands(SOCKET_TEXTS, sent, { ...answer, id: 3 })).toEqual([]);
    expect(stands(SOCKET_TEXTS, sent, answer)).toEqual(['Good day.']);
    expect(stands(SOCKET_TEXTS, sent, { ...answer, result: 'Good day.' })).toEqual(['Good day.']);
    expect(stands(SOCKET_TEXTS, sent, { ...answer, result: { ok: false } })).toEqual([]);
  });

  test('and so is a text where nothing but texts go over the socket', () => {
    const sent = overSocket(WORDS);
    expect(stands(SOCKET_TEXTS, sent, WORDS, 'Good {day}.')).toEqual(['Good {day}.']);
    expect(stands(SOCKET_TEXTS, sent, 'Good ', 'day.')).toEqual([]);
    expect(stands(SOCKET_TEXTS, sent, 'Good ', 'day.', '[DONE]')).toEqual(['Good day.']);
    expect(stands(SOCKET_TEXTS, sent, 'Good ', '{"message":"Gone.","status":"Fail"}')).toEqual([]);
  });
});

test('a stream of what says that an assistant wrote it is read in envelopes of any name', () => {
  const push = (data: object): string => JSON.stringify({ push: { at: 'a', pub: { data } } });
  const of = { id: 'm', author: 'assistant' };
  const read = (...values: readonly object[]): readonly string[] => {
    const decoder = generic.decodeReply(overSocket({ text: WORDS }), SOCKET_TEXTS);
    const texts = values.map((value) => push(value) + RECORD_END);
    return finalsOf(texts.flatMap((each) => [...(decoder?.push(each) ?? [])])).map(
      ({ text }) => text,
    );
  };
  const pieces = ['Good ', 'day.'].map((delta) => ({ ...of, delta }));
  expect(read({ author: 'me', text: WORDS }, ...pieces, { ...of, done: true })).toEqual([
    'Good day.',
  ]);
  expect(read(...pieces)).toEqual([]);
  expect(read(...pieces, { ...of, status: 'Fail', done: true })).toEqual([]);
  expect(read({ type: 'tool_result', result: { ...of, text: 'A page.', done: true } })).toEqual([]);
  expect(read({ tool: 'fetch', result: { ...of, text: 'A page.', done: true } })).toEqual([]);
});
