import { describe, expect, test } from 'vitest';
import { openWebui } from '../../../extension/platforms/open-webui/open-webui.ts';
import type { ReplyDecoder, TappedRequest } from '../../../extension/platforms/platform.ts';
import { decodeWhole, expectSplitChangesNothing, finalsOf, fixture } from './decode.ts';

const ORIGIN = 'https://ai.example:8443';
const CHAT = '0a0a0a0a-0001-4000-8000-000000000001';
const FIRST_ANSWER = '22222222-0000-4000-8000-00000000000b';
const TURN = '33333333-0000-4000-8000-00000000000c';
const ANSWER = '44444444-0000-4000-8000-00000000000d';
const OTHER = '55555555-0000-4000-8000-00000000000e';
const TEXT = 'What now?\n  "日本" 👍';
const VERSIONS = ['send-0.7.json', 'send-0.10.json'] as const;

const read = (name: string): Record<string, unknown> =>
  JSON.parse(fixture(`open-webui/${name}`)) as Record<string, unknown>;
const post = (body: object, path = '/api/chat/completions'): TappedRequest => ({
  url: ORIGIN + path,
  method: 'POST',
  body: JSON.stringify(body),
  pageUrl: `${ORIGIN}/c/${CHAT}`,
});
const decoderFor = (request: TappedRequest): ReplyDecoder => {
  const decoder = openWebui.decodeReply(request, 'application/json');
  if (decoder === null) throw new Error('The request has no reply.');
  return decoder;
};
const withTurn = (body: Record<string, unknown>, changes: object): object => {
  const name = 'user_message' in body ? 'user_message' : 'parent_message';
  return { ...body, [name]: { ...(body[name] as object), ...changes } };
};

describe('an address', () => {
  test.for([
    ['/', null, false],
    ['/?temporary-chat=true', null, false],
    [`/c/${CHAT}`, CHAT, false],
    [`/s/${CHAT}`, null, true],
    ['/channels/general', null, true],
    ['/workspace/models', null, true],
  ] as const)('%s is the chat %s', ([path, remoteConversationId, excluded]) => {
    expect(openWebui.locate(new URL(path, ORIGIN))).toEqual({
      remoteConversationId,
      provisionalId: null,
      excluded,
    });
  });

  test('is made from an id of the server alone, and its name holds the host', () => {
    expect(openWebui.conversationUrl(CHAT, ORIGIN)).toBe(`${ORIGIN}/c/${CHAT}`);
    expect(openWebui.conversationUrl('local:abc', ORIGIN)).toBeNull();
    expect(openWebui.platformOf(new URL('https://AI.example:8443/'))).toBe(
      'open-webui:ai.example:8443',
    );
  });
});

describe('a send', () => {
  test.for(VERSIONS)('as in %s is described with the turn of the person', (name) => {
    expect(openWebui.describeSend(post(read(name)))).toEqual({
      kind: 'next',
      text: TEXT,
      userMessageId: TURN,
      remoteConversationId: CHAT,
      parentMessageId: FIRST_ANSWER,
    });
  });

  test.for(VERSIONS)('as in %s that asks for another answer is a variant', (name) => {
    const body = withTurn(read(name), { childrenIds: [OTHER, ANSWER] });
    expect(openWebui.describeSend(post(body))?.kind).toBe('variant');
  });

  test('that lets an answer go on is a continuation', () => {
    const before = read('send-0.7.json');
    const messages = [...(before['messages'] as object[]), { role: 'assistant', content: 'half' }];
    expect(openWebui.describeSend(post({ ...before, messages }))?.kind).toBe('continue');
    const now = { ...read('send-0.10.json'), assistant_message_id: ANSWER };
    expect(openWebui.describeSend(post(now))?.kind).toBe('continue');
  });

  test('of a chat that has no id yet, or is not stored, names none', () => {
    const { chat_id: _chat, ...rest } = read('send-0.10.json');
    const first = withTurn({ ...rest, parent_id: null }, { parentId: null });
    expect(openWebui.describeSend(post(first))).toMatchObject({
      kind: 'next',
      remoteConversationId: null,
      parentMessageId: null,
    });
    const unstored = { ...read('send-0.7.json'), chat_id: 'local:sock-1' };
    expect(openWebui.describeSend(post(unstored))?.remoteConversationId).toBeNull();
  });

  test('lists its answers by model in 0.9', () => {
    const { id: _id, ...rest } = read('send-0.10.json');
    const body = { ...rest, message_ids: { llama: ANSWER } };
    expect(openWebui.describeSend(post(body))?.kind).toBe('next');
  });

  test.for([
    ['the playground', { model: 'm', stream: true, messages: [{ role: 'user', content: TEXT }] }],
    ['a channel', { ...read('send-0.10.json'), chat_id: 'channel:1' }],
    [
      'no chat, in an old version',
      { ...read('send-0.7.json'), chat_id: undefined, parent_id: null },
    ],
    ['no JSON', null],
  ] as const)('is not what comes from %s', ([, body]) => {
    const request = body === null ? { ...post({}), body: TEXT } : post(body);
    expect(openWebui.describeSend(request)).toBeNull();
  });

  test('is not what goes to another path, host or by another method', () => {
    const request = post(read('send-0.10.json'));
    const others = [
      post(read('send-0.10.json'), '/api/v1/tasks/title/completions'),
      post(read('send-0.10.json'), '/api/chat/completed'),
      { ...request, url: 'https://other.example/api/chat/completions' },
      { ...request, method: 'PUT' },
    ];
    expect(others.map((other) => openWebui.describeSend(other))).toEqual([null, null, null, null]);
  });
});

describe('an answer', () => {
  const start = JSON.stringify({ status: true, task_ids: ['t'], chat_id: CHAT });

  test('that began says where the chat is, and that the rest comes another way', () => {
    const { chat_id: _chat, ...rest } = read('send-0.10.json');
    const events = decodeWhole(decoderFor(post({ ...rest, parent_id: null })), start);
    expect(events).toEqual([
      { type: 'conversation', remoteConversationId: CHAT },
      { type: 'handoff' },
    ]);
    const old = decodeWhole(
      decoderFor(post(read('send-0.7.json'))),
      '{"status":true,"task_id":"t"}',
    );
    expect(old).toEqual(events);
  });

  test('that breaks off, or is none, says nothing', () => {
    const decoder = (): ReplyDecoder => decoderFor(post(read('send-0.10.json')));
    expect(decodeWhole(decoder(), start.slice(0, -1))).toEqual([]);
    expect(decodeWhole(decoder(), '{"status":false}')).toEqual([]);
    expectSplitChangesNothing(decoder, start);
  });

  test.for([
    [{ detail: 'Model not found' }, 'Model not found'],
    [{ error: { message: 'No key' } }, 'No key'],
  ] as const)('of an error is one: %j', ([answer, text]) => {
    const events = decodeWhole(decoderFor(post(read('send-0.10.json'))), JSON.stringify(answer));
    expect(events).toEqual([{ type: 'error', code: 'send_rejected', text, retryAfterMs: null }]);
  });
});

describe('what the page reports of a whole reply', () => {
  const report = post(read('completed-0.7.json'), '/api/chat/completed');
  const ANSWER_TEXT = 'It is **noon**.\n<details><summary>More</summary>kept</details>';

  test('repeats the reply, and gives its text without thought and tools', () => {
    expect(openWebui.describeSend(report)).toBeNull();
    expect(openWebui.describeResume(report)).toEqual({
      remoteConversationId: CHAT,
      fromStart: true,
    });
    expect(finalsOf(decodeWhole(decoderFor(report), '{"messages":[]}'))).toEqual([
      { id: ANSWER, text: ANSWER_TEXT },
    ]);
  });

  test('gives the text as the filters of the server left it', () => {
    const answer = { messages: [{ id: ANSWER, role: 'assistant', content: 'filtered' }] };
    const stream = JSON.stringify(answer);
    expect(finalsOf(decodeWhole(decoderFor(report), stream))).toEqual([
      { id: ANSWER, text: 'filtered' },
    ]);
    expectSplitChangesNothing(() => decoderFor(report), stream);
  });

  test('that was not taken whole gives no final', () => {
    expect(decodeWhole(decoderFor(report), '{"messages":')).toEqual([]);
  });

  test('of a chat that is not stored belongs to nobody', () => {
    const unstored = { ...read('completed-0.7.json'), chat_id: 'local:sock-1' };
    expect(openWebui.describeResume(post(unstored, '/api/chat/completed'))).toBeNull();
  });
});

describe('a history', () => {
  const turns = (name: string, change: (text: string) => string = (text) => text): unknown =>
    openWebui.history?.parse(change(fixture(`open-webui/${name}`)));

  test('is the branch that is shown; a reply without `done` is not final', () => {
    expect(turns('chat-0.7.json')).toEqual([
      { id: '11111111-0000-4000-8000-00000000000a', role: 'user', text: 'Hello', final: true },
      { id: FIRST_ANSWER, role: 'assistant', text: 'Hi.', final: true },
      { id: TURN, role: 'user', text: 'What now?', final: true },
      { id: ANSWER, role: 'assistant', text: 'half an', final: false },
    ]);
  });

  test('in pieces gives those of the answer alone; a reply that was stopped is not final', () => {
    expect(turns('chat-0.10.json')).toEqual([
      { id: '11111111-0000-4000-8000-00000000000a', role: 'user', text: 'Hello', final: true },
      { id: FIRST_ANSWER, role: 'assistant', text: 'Hi th', final: false },
      { id: TURN, role: 'user', text: 'What now?', final: true },
      { id: ANSWER, role: 'assistant', text: 'Let me look.\n\nIt is noon.', final: true },
    ]);
  });

  test('with an error, a tool at work or nothing said has no final reply', () => {
    const newest = (content: string, rest: object): unknown => {
      const messages = { [ANSWER]: { id: ANSWER, role: 'assistant', content, ...rest } };
      const body = JSON.stringify({ chat: { history: { messages, currentId: ANSWER } } });
      return openWebui.history?.parse(body)?.map(({ final }) => final);
    };
    const atWork = 'Wait.\n<details type="tool_calls" done="false" id="c">\n</details>\n';
    const said = { type: 'message', content: [{ type: 'output_text', text: 'Wait.' }] };
    const called = { type: 'function_call', status: 'completed' };
    expect(newest('', { done: true, output: [called, said] })).toEqual([true]);
    expect(newest('', { done: true, output: [said, called] })).toEqual([false]);
    expect(newest('Yes.', { done: true })).toEqual([true]);
    expect(newest('Yes.', { done: true, error: { content: 'x' } })).toEqual([false]);
    expect(newest(atWork, { done: true })).toEqual([false]);
    expect(newest('<details type="reasoning" done="false">hm', { done: true })).toEqual([false]);
  });

  test('is read where the login alone is enough; other JSON is none', () => {
    expect(openWebui.history?.path(CHAT)).toBe(`/api/v1/chats/${CHAT}`);
    expect(openWebui.history?.path('local:sock-1')).toBeNull();
    expect(openWebui.history?.parse('[{"id":"x","title":"t"}]')).toBeNull();
    expect(openWebui.history?.parse('<html>')).toBeNull();
  });
});

describe('a replay', () => {
  const NEW_IDS = [OTHER, '66666666-0000-4000-8000-00000000000f'] as const;
  const template = openWebui.replay?.template(post(read('send-0.10.json'))) ?? null;

  test('keeps nothing of what was said, by whom or where', () => {
    expect(template).toMatchObject({ method: 'POST', url: `${ORIGIN}/api/chat/completions` });
    for (const secret of ['What now', '日本', CHAT, TURN, ANSWER, FIRST_ANSWER, 'Ada']) {
      expect(template?.body).not.toContain(secret);
    }
    expect(template?.body).toContain('Be brief.');
  });

  test('is a send of the new text after the given message', () => {
    if (template === null) throw new Error('There is no template.');
    const send = {
      text: 'New\n\ttext',
      remoteConversationId: CHAT,
      parentMessageId: ANSWER,
      newIds: NEW_IDS,
    };
    const request = openWebui.replay?.request(template, send);
    const tapped = { ...post({}), ...request };
    expect(openWebui.describeSend(tapped)).toEqual({
      kind: 'next',
      text: 'New\n\ttext',
      userMessageId: NEW_IDS[0],
      remoteConversationId: CHAT,
      parentMessageId: ANSWER,
    });
    expect(openWebui.replay?.template(tapped)).toEqual(template);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      model: 'llama',
      session_id: 'sock-1',
      id: NEW_IDS[1],
      parent_id: ANSWER,
    });
  });

  test('begins a conversation, and does not fit half an address', () => {
    if (template === null) throw new Error('There is no template.');
    const first = { text: 'x', remoteConversationId: null, parentMessageId: null, newIds: NEW_IDS };
    const tapped = { ...post({}), ...openWebui.replay?.request(template, first) };
    expect(openWebui.describeSend(tapped)).toMatchObject({
      kind: 'next',
      remoteConversationId: null,
      parentMessageId: null,
    });
    const request = (changes: object): unknown =>
      openWebui.replay?.request(template, { ...first, ...changes });
    expect(request({ remoteConversationId: CHAT })).toBeNull();
    expect(request({ parentMessageId: ANSWER })).toBeNull();
    expect(request({ newIds: [OTHER] })).toBeNull();
    expect(request({ remoteConversationId: 'local:1', parentMessageId: ANSWER })).toBeNull();
  });

  test.for([
    ['the page holds the history', read('send-0.7.json')],
    ['files go along', { ...read('send-0.10.json'), files: [{ id: 'f' }] }],
    ['the page connects to the model', { ...read('send-0.10.json'), model_item: { direct: true } }],
    ['the page connects to tools', { ...read('send-0.10.json'), tool_servers: [{ key: 'k' }] }],
    ['it is not stored', { ...read('send-0.10.json'), chat_id: 'local:sock-1' }],
    ['nobody listens', { ...read('send-0.10.json'), session_id: undefined }],
    ['it was a variant', withTurn(read('send-0.10.json'), { childrenIds: [OTHER, ANSWER] })],
  ] as const)('has no template where %s', ([, body]) => {
    expect(openWebui.replay?.template(post(body))).toBeNull();
  });
});

test.for([
  [400, 'application/json', { detail: 'Model not found' }, 'send_rejected', 'Model not found'],
  [
    401,
    'application/json',
    { detail: 'Not authenticated' },
    'missing_credential',
    'Not authenticated',
  ],
  [429, 'application/json', {}, 'rate_limited', 'The site answered 429.'],
  [403, 'text/html', '<html>', 'challenge_required', 'The site answered 403.'],
] as const)('a refusal of %s (%s) reads as what it is', ([status, type, body, code, text]) => {
  const headers = { 'content-type': type, 'retry-after': status === 429 ? '7' : '' };
  expect(openWebui.readRefusal(status, headers, JSON.stringify(body))).toEqual({
    code,
    text,
    retryAfterMs: status === 429 ? 7_000 : null,
  });
});
