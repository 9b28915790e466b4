import { describe, expect, test } from 'vitest';
import { generic } from '../../../extension/platforms/generic/generic.ts';
import { genericDecoder } from '../../../extension/platforms/generic/decode-stream.ts';
import {
  RECORD_END,
  type ReplyDecoder,
  SOCKET_METHOD,
  SOCKET_TEXTS,
} from '../../../extension/platforms/platform.ts';
import { platformForWireName } from '../../../extension/platforms/registry.ts';
import { decodeWhole, expectSplitChangesNothing, finalsOf, fixture } from './decode.ts';
import { recordedStream } from '../../kit/recorded-traffic.ts';

const decoder = (type = 'text/event-stream'): ReplyDecoder =>
  genericDecoder(type, { context: 'context' });
const decode = (name: string, type?: string): ReturnType<typeof decodeWhole> =>
  decodeWhole(decoder(type), fixture(`generic/${name}`));

describe('a reply stream', () => {
  test('in chunks of a chat completion gives the answer without the reasoning', () => {
    const events = decode('openai-reasoning.sse');
    expect(finalsOf(events)).toEqual([{ id: 'c-1', text: 'Hello 日本 👍\n' }]);
    expect(events[0]).toEqual({ type: 'conversation', remoteConversationId: 'conv-1' });
  });

  test('with a tool call before the answer gives the answer alone', () => {
    expect(finalsOf(decode('openai-tool-then-answer.sse'))).toEqual([
      { id: 'c-2', text: 'the answer' },
    ]);
  });

  test('that was cut has no final', () => {
    expect(finalsOf(decode('openai-cut.sse'))).toEqual([]);
  });

  test('of the Anthropic vocabulary, of JSON lines and of one JSON object reads too', () => {
    expect(finalsOf(decode('anthropic.sse'))).toEqual([{ id: 'msg-1', text: 'Bonjour' }]);
    const lines = finalsOf(decode('ollama.ndjson', 'application/x-ndjson'));
    expect(lines).toEqual([
      { id: expect.stringMatching(/^derived-[0-9a-f]{28}$/), text: 'Guten Tag' },
    ]);
    const whole = JSON.stringify(
      {
        id: 'w-1',
        choices: [
          { index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' },
        ],
      },
      null,
      2,
    );
    expect(finalsOf(decodeWhole(decoder('application/json'), whole))).toEqual([
      { id: 'w-1', text: 'Hi' },
    ]);
  });

  test("over a socket reads in the site's own plain words, however it wraps them", () => {
    const texts = [
      '{"type":"pong"}',
      '{"type":"said","role":"user","text":"Hi"}',
      '{"type":"token","text":"Hel"}{"type":"token","text":"lo {"}',
      '42["chat",{"type":"token","content":"\\"}"}]',
      'not JSON at all {',
      '{"type":"token","text":"!","conversation_id":"another"}',
      '{"type":"done"}',
    ].map((text) => text + RECORD_END);
    const socket = (): ReplyDecoder =>
      genericDecoder(SOCKET_TEXTS, { context: 'context', conversationId: 'c-1' });
    expect(finalsOf(decodeWhole(socket(), ...texts))).toEqual([
      { id: expect.stringMatching(/^derived-/), text: 'Hello {"}' },
    ]);
    expectSplitChangesNothing(socket, texts.join(''));
  });

  test('over a socket ends with the turn, and a second turn is another reply', () => {
    const turn = (id: string, text: string): string =>
      [{ delta: { content: text } }, { delta: {}, finish_reason: 'stop' }]
        .map((choice) => JSON.stringify({ id, choices: [choice] }) + RECORD_END)
        .join('');
    const socket = decoder(SOCKET_TEXTS);
    expect(finalsOf(socket.push(turn('a', 'One')))).toEqual([{ id: 'a', text: 'One' }]);
    expect(finalsOf(socket.push(turn('b', 'Two')))).toEqual([{ id: 'b', text: 'Two' }]);
  });

  test('that is one document is whole as the document is', () => {
    const json = (value: object): string => JSON.stringify(value, null, 2);
    const document = (): ReplyDecoder => decoder('application/json; charset=utf-8');
    const answer = json({ ok: true, result: { reply: 'Yes.', message_id: 'm-1' } });
    expect(finalsOf(decodeWhole(document(), answer))).toEqual([{ id: 'm-1', text: 'Yes.' }]);
    expect(finalsOf(decodeWhole(document(), answer.slice(0, -2)))).toEqual([]);
    expect(finalsOf(decodeWhole(document(), json({ title: 'Tea' })))).toEqual([]);
    expectSplitChangesNothing(document, answer);
  });

  test('in parts that say what they are reads under any name, and others under none', () => {
    const output = (type: string): string => {
      const generic = [{ [type]: 'text', text: 'Good morning.' }];
      return JSON.stringify({ output: { intents: [], entities: [], generic }, user_id: 'u-1' });
    };
    const textsOf = (body: string): readonly string[] =>
      finalsOf(decodeWhole(decoder('application/json'), body)).map(({ text }) => text);
    expect(textsOf(output('response_type'))).toEqual(['Good morning.']);
    expect(textsOf(output('kind'))).toEqual([]);
  });

  test('in JSON lines may hold line separators that end no line', () => {
    const chunk = {
      id: 'c',
      choices: [{ index: 0, delta: { content: 'a\u2028b' }, finish_reason: 'stop' }],
    };
    const lines = `${JSON.stringify(chunk)}\n`;
    expect(finalsOf(decodeWhole(decoder('application/x-ndjson'), lines))).toEqual([
      { id: 'c', text: 'a\u2028b' },
    ]);
    expect(finalsOf(decoder('application/x-ndjson').push(`${lines}[DONE]\n`))).toHaveLength(1);
  });

  test('of plain words that ends with a failure tells the words of that, and has no final', () => {
    const text = 'Half of the answer\n{"message":"The words ran out.","status":"Fail"}';
    const events = decodeWhole(decoder('text/plain'), text);
    expect(events).toEqual([
      expect.objectContaining({ type: 'error', text: 'The words ran out.' }),
    ]);
  });

  test('with the thinking written into the text loses it', () => {
    const text = '<think>@conductor::time</think>\n\nNoon.';
    const chunk = {
      id: 'c',
      choices: [{ index: 0, delta: { content: text }, finish_reason: 'stop' }],
    };
    expect(finalsOf(decodeWhole(decoder(), `data: ${JSON.stringify(chunk)}\n\n`))).toEqual([
      { id: 'c', text: 'Noon.' },
    ]);
  });

  test.for([
    ['openai-reasoning.sse', 'text/event-stream'],
    ['openai-tool-then-answer.sse', 'text/event-stream'],
    ['anthropic.sse', 'text/event-stream'],
    ['ollama.ndjson', 'application/x-ndjson'],
  ] as const)('%s gives the same events however it is split', ([name, type]) => {
    expectSplitChangesNothing(() => decoder(type), fixture(`generic/${name}`));
  });
});

describe('recorded payloads', () => {
  const RECORDED = {
    'openai-chat-text': 'answers',
    'azure-model-router': 'answers',
    'deepseek-api-text': 'answers',
    'alibaba-qwen-api-reasoning': 'answers',
    'deepseek-api-tool-call': 'calls a tool',
    'xai-api-tool-call': 'calls a tool',
  } as const;
  for (const [name, what] of Object.entries(RECORDED)) {
    const payloads = recordedStream(`openai-compatible/${name}.payloads.txt`);
    test.skipIf(payloads === null)(`${name} ${what}`, () => {
      const lines = (payloads ?? '').trim().split('\n');
      const stream = `${lines.map((line) => `data: ${line}\n\n`).join('')}data: [DONE]\n\n`;
      const finals = finalsOf(decodeWhole(decoder(), stream));
      expect(finals).toHaveLength(what === 'answers' ? 1 : 0);
      expectSplitChangesNothing(() => decoder(), stream);
    });
  }
});

describe('an address', () => {
  const locate = (url: string): ReturnType<typeof generic.locate> => generic.locate(new URL(url));
  test.for([
    ['http://playground.localhost:7718/', null],
    ['http://playground.localhost:7718/c/6f1c-22', '6f1c-22'],
    ['https://chat.example/#/chat/abcd-1234', 'abcd-1234'],
    ['https://chat.example/app?topic=tpc_99', 'tpc_99'],
    ['https://chat.example/#?conversation_id=abc1', 'abc1'],
    [
      'https://chat.example/room/3b241101-e2bb-4255-8caf-4136c566a962',
      '3b241101-e2bb-4255-8caf-4136c566a962',
    ],
    ['https://chat.example/settings/profile', null],
    ['https://chat.example/chat/new', null],
  ] as const)('%s is the conversation %s', ([url, id]) => {
    expect(locate(url)).toEqual({ remoteConversationId: id, provisionalId: null, excluded: false });
  });

  test('of a shared conversation is excluded', () => {
    expect(locate('https://chat.example/share/abcd-1234').excluded).toBe(true);
  });
});

describe('a request', () => {
  const describeBody = (
    body: unknown,
    path = '/api/chat',
  ): ReturnType<typeof generic.describeSend> =>
    generic.describeSend({
      url: path,
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      pageUrl: 'https://chat.example/c/abcd-1234',
    });

  test.for([
    [
      {
        messages: [
          { role: 'system', content: 's' },
          { role: 'user', content: 'hi' },
        ],
      },
      'hi',
      null,
    ],
    [
      {
        messages: [
          {
            role: 'user',
            id: 'm1',
            parts: [
              { type: 'text', text: 'a' },
              { type: 'text', text: 'b' },
            ],
          },
        ],
      },
      'ab',
      'm1',
    ],
    [{ prompt: 'ask', messageId: 'm2' }, 'ask', 'm2'],
    [{ message: { id: 'm3', content: 'nested' } }, 'nested', 'm3'],
    [
      '--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n{"inputs":"a\\r\\nb","id":"m4"}\r\n--b\r\n' +
        'Content-Disposition: form-data; name="files"; filename="x.png"\r\nContent-Type: image/png\r\n\r\n\u0000\r\n--b--\r\n',
      'a\r\nb',
      null,
    ],
    [{ action: 'sendMessage', sessionId: 's', chatInput: 'n8n' }, 'n8n', null],
    [{ contents: [{ role: 'user', parts: [{ text: 'gemini' }] }] }, 'gemini', null],
    [{ input: [{ role: 'user', content: [{ type: 'input_text', text: 'r' }] }] }, 'r', null],
    [{ input: { messages: [{ type: 'human', content: 'lg', id: 'h1' }] } }, 'lg', 'h1'],
    [{ data: ['gradio', null], fn_index: 1, session_hash: 'x' }, 'gradio', null],
    ['message=a%0D%0Ab+%26+c&token=1', 'a\nb & c', null],
    ['chat%5Broom%5D=1&user_message=%7B%22x%22%3A1%7D', '{"x":1}', null],
    ['--b\r\nContent-Disposition: form-data; name="msg"\r\n\r\na\r\nb\r\n--b--\r\n', 'a\nb', null],
    [{ model: 'm', newMessage: { text: 'new' } }, 'new', null],
    ['42["chat",{"text":"polled"}]', 'polled', null],
    [
      {
        query: 'mutation Ask($t: String!) {\n  ask(text: $t) { id } }',
        variables: { n: 1, text: 'gql' },
      },
      'gql',
      null,
    ],
    [
      { query: 'mutation { say }', variables: { chat: 'c', input: { message: 'deep' } } },
      'deep',
      null,
    ],
    [{ query: 'What is a mutation { in } code?' }, 'What is a mutation { in } code?', null],
    [{ method: 'agent/run', body: { messages: [{ role: 'user', content: 'ag' }] } }, 'ag', null],
  ] as const)('with a new user text is a send: %j', ([body, text, id]) => {
    expect(describeBody(body)).toMatchObject({ kind: 'next', text, userMessageId: id });
  });

  test.for([
    [{ messages: [{ role: 'user', content: 'hi' }], stream: false }, '/api/chat'],
    [{ messages: [{ role: 'assistant', content: 'hi' }] }, '/api/chat'],
    [{ message: 'hi' }, '/api/generate-title'],
    [{ event: 'click' }, '/api/chat'],
    [{ query: 'query Find($text: String!) { find }', variables: { text: 'hi' } }, '/graphql'],
    [{ query: 'mutation Read { markRead }', variables: { chatId: '1' } }, '/graphql'],
    [
      {
        operationName: 'SuggestTitle',
        query: 'mutation SuggestTitle { x }',
        variables: { text: 'hi' },
      },
      '/graphql',
    ],
    ['not json', '/api/chat'],
    ['page=2&event=click', '/api/chat'],
    ['message=half a form', '/api/chat'],
  ] as const)('without one is none: %j', ([body, path]) => {
    expect(describeBody(body, path)).toBeNull();
  });

  test('names its conversation in the body, or in its path', () => {
    expect(describeBody({ text: 't', chat_id: 'k1' })?.remoteConversationId).toBe('k1');
    const aiSdk = {
      id: 'k2',
      trigger: 'submit-message',
      messages: [{ role: 'user', content: 't' }],
    };
    expect(describeBody(aiSdk)?.remoteConversationId).toBe('k2');
    expect(
      describeBody({ text: 't' }, '/api/conversations/conv-77/messages')?.remoteConversationId,
    ).toBe('conv-77');
  });
});

test.for([
  ['/v1/chat/completions', null],
  ['/api/conversations/conv-77/messages', 'conv-77'],
  ['/api/chats/abcd/messages', 'abcd'],
  ['/api/chats/efgh/messages', null],
] as const)('the path %s of a request names the conversation %s', ([url, id]) => {
  const request = {
    url,
    method: 'POST',
    body: '{"text":"t"}',
    pageUrl: 'https://chat.example/c/abcd',
  };
  expect(generic.describeSend(request)?.remoteConversationId).toBe(id);
});

describe('a history', () => {
  const parse = (
    body: object,
  ): ReturnType<NonNullable<typeof generic.history>['parse']> | undefined =>
    generic.history?.parse(JSON.stringify(body));
  const turns = [
    { message_id: 'u1', role: 'user', text: 'one' },
    { message_id: 'a1', role: 'assistant', text: 'first', failed: false },
    { message_id: 'u2', role: 'user', text: 'two' },
    { message_id: 'a2', role: 'assistant', text: 'second' },
  ];

  test('takes its newest reply for final only where it says so', () => {
    expect(parse({ messages: turns })?.map(({ final }) => final)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(parse({ messages: turns, replying: null })?.at(-1)?.final).toBe(true);
    expect(parse({ messages: turns, replying: 'a2' })?.at(-1)?.final).toBe(false);
    const done = { ...turns[3], finish_reason: 'stop' };
    expect(parse({ data: { messages: [...turns.slice(0, 3), done] } })?.at(-1)?.final).toBe(true);
  });

  test('says of its newest reply that it may be whole where nothing in it says how that stands', () => {
    const newest = (with_: object, around: object = {}): boolean | undefined =>
      parse({ messages: [...turns.slice(0, 3), { ...turns[3], ...with_ }], ...around })?.at(-1)
        ?.mayBeWhole;
    expect(newest({})).toBe(true);
    expect(newest({ status: 'in_progress' })).toBeUndefined();
    expect(newest({ finish_reason: null })).toBeUndefined();
    expect(newest({ streaming: true })).toBeUndefined();
    expect(newest({ error: 'no' })).toBeUndefined();
    expect(newest({}, { replying: 'a2' })).toBeUndefined();
    expect(newest({ done: true })).toBeUndefined();
  });

  test('takes no failure for an answer, and no other JSON for a history', () => {
    const failed = {
      message_id: 'x',
      role: 'assistant',
      text: 'Something went wrong.',
      failed: true,
    };
    expect(parse({ messages: [...turns, failed], replying: null })?.at(-1)?.final).toBe(false);
    expect(parse({ conversations: [{ id: 'c' }] })).toBeNull();
    expect(parse({ items: [{ id: 'c', title: 't' }] })).toBeNull();
  });
});

describe('the registry', () => {
  test('gives each name on the wire its adapter', () => {
    expect(platformForWireName('chatgpt')?.name).toBe('chatgpt');
    expect(platformForWireName('generic:chat.example:81')?.name).toBe('generic');
    expect(platformForWireName('generic')).toBeNull();
    expect(platformForWireName('nobody')).toBeNull();
    expect(generic.platformOf(new URL('http://playground.localhost:7718/c/1'))).toBe(
      'generic:playground.localhost:7718',
    );
  });
});

describe('a text over a socket', () => {
  const send = (body: string): string | null =>
    generic.describeSend({
      url: 'wss://chat.example/socket/0123456789abcdef',
      method: SOCKET_METHOD,
      body,
      pageUrl: 'https://chat.example/',
    })?.text ?? null;

  /** Frames of Action Cable. */
  const inCommand = (data: object): string =>
    JSON.stringify({ command: 'message', identifier: '{}', data: JSON.stringify(data) });

  test('is a send when it carries what a person wrote, wherever that lies', () => {
    expect(send('{"type":"say","message":"Hi"}')).toBe('Hi');
    expect(send('42["chat",{"prompt":"Hi"}]')).toBe('Hi');
    expect(send('{"event":"message","data":{"text":"Hi"}}')).toBe('Hi');
    const chainlit = '{"message":{"id":"u1","type":"user_message","output":"Hi"}}';
    expect(send(`42["client_message",${chainlit}]`)).toBe('Hi');
    expect(send(inCommand({ message: 'Hi', action: 'speak' }))).toBe('Hi');
    expect(send('{"op":"ask","payload":{"messages":[{"role":"user","content":"Hi"}]}}')).toBe('Hi');
  });

  test('is a send when it calls a method to say it', () => {
    expect(send('{"type":4,"target":"AskModel","arguments":["room-1","Hi"]}')).toBe('Hi');
    expect(send('{"type":1,"target":"SendMessage","arguments":[{"text":"Hi"}]}')).toBe('Hi');
    expect(send('{"jsonrpc":"2.0","method":"chat.send","params":{"message":"Hi"}}')).toBe('Hi');
    expect(send('{"type":1,"target":"JoinRoom","arguments":["room-1"]}')).toBeNull();
    expect(send('{"type":1,"target":"SendTyping","arguments":["room-1"]}')).toBeNull();
    expect(send('{"method":"suggest","params":{"text":"Hi"}}')).toBeNull();
  });

  test('is none when it keeps a draft, tells of typing or says nothing', () => {
    expect(send('{"type":"draft.save","text":"Hi"}')).toBeNull();
    expect(send('42["typing",{"text":"Hi"}]')).toBeNull();
    expect(send(inCommand({ message: 'Hi', action: 'typing' }))).toBeNull();
    expect(send('{"type":"ping"}')).toBeNull();
    expect(send('2probe')).toBeNull();
  });

  test('names its conversation in its fields and never by the address', () => {
    const request = { url: 'wss://chat.example/c/abcd-1234', method: SOCKET_METHOD };
    const described = (body: string) =>
      generic.describeSend({ ...request, body, pageUrl: 'https://chat.example/' });
    expect(described('{"text":"Hi"}')?.remoteConversationId).toBeNull();
    expect(described('{"text":"Hi","chat_id":"c-1"}')?.remoteConversationId).toBe('c-1');
  });
});
