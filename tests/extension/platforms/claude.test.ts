import { describe, expect, test } from 'vitest';
import { claude } from '../../../extension/platforms/claude/claude.ts';
import { tap } from '../../../extension/platforms/claude/tap.ts';
import type { ReplyDecoder, TappedRequest } from '../../../extension/platforms/platform.ts';
import {
  decodeWhole,
  endsOf,
  expectSplitChangesNothing,
  finalsOf,
  fixture,
  textOf,
} from './decode.ts';
import { recordedStream } from '../../kit/recorded-traffic.ts';

const SITE = 'https://claude.ai';
const CONVERSATION = '0199aaaa-0000-7000-8000-000000000001';
const OTHER = '0199aaaa-0000-7000-8000-000000000002';
const HUMAN = '0199aaaa-0000-7000-8000-00000000000a';
const ANSWER = '0199aaaa-0000-7000-8000-00000000000b';
const BEFORE = '0199aaaa-0000-7000-8000-00000000000c';
const PATH = `/api/organizations/org-1/chat_conversations/${CONVERSATION}`;
const SEND = {
  prompt: 'line one\n  two',
  parent_message_uuid: BEFORE,
  turn_message_uuids: { human_message_uuid: HUMAN, assistant_message_uuid: ANSWER },
  model: 'claude-sonnet-5',
  tools: [{ name: 'web_search' }],
  attachments: [{ file_name: 'a.txt', extracted_content: 'a private text' }],
  files: ['file-1'],
  rendering_mode: 'messages',
};

const request = (path: string, body: unknown, method = 'POST'): TappedRequest => ({
  url: `${SITE}${path}`,
  method,
  body: JSON.stringify(body),
  pageUrl: `${SITE}/chat/${CONVERSATION}`,
});
const send = request(`${PATH}/completion`, SEND);
const decoder = (of: TappedRequest = send): ReplyDecoder => {
  const made = claude.decodeReply(of, 'text/event-stream; charset=utf-8');
  if (made === null) throw new Error('A reply was expected to be readable.');
  return made;
};
const decode = (name: string): ReturnType<typeof decodeWhole> =>
  decodeWhole(decoder(), fixture(`claude/${name}`));
const ANSWER_TEXT = 'Let me look 日本 👍.\n\n```baa\n@conductor::time\n```\nBy Acme end';

describe('an address', () => {
  test.for([
    ['/new', null],
    ['/', null],
    ['/project/0199', null],
    [`/chat/${CONVERSATION}`, CONVERSATION],
    [`/chat/${CONVERSATION}/?x=1`, CONVERSATION],
  ] as const)('%s is a chat', ([path, id]) => {
    expect(claude.locate(new URL(path, SITE))).toEqual({
      remoteConversationId: id,
      provisionalId: null,
      excluded: false,
    });
  });

  test.for([`/share/${CONVERSATION}`, '/settings', '/chat/not-an-id', '/recents'])(
    '%s is watched by nobody',
    (path) => {
      expect(claude.locate(new URL(path, SITE))).toMatchObject({
        remoteConversationId: null,
        excluded: true,
      });
    },
  );

  test('is made from a real id alone, and only of this site', () => {
    expect(claude.conversationUrl(CONVERSATION, SITE)).toBe(`${SITE}/chat/${CONVERSATION}`);
    expect(claude.conversationUrl('../evil', SITE)).toBeNull();
    expect(claude.serves(new URL('https://claude.ai/new'))).toBe(true);
    expect(claude.serves(new URL('https://evil-claude.ai/new'))).toBe(false);
  });
});

describe('a request', () => {
  test('to complete is a send, with its text and ids', () => {
    expect(claude.describeSend(send)).toEqual({
      kind: 'next',
      text: 'line one\n  two',
      userMessageId: HUMAN,
      remoteConversationId: CONVERSATION,
      parentMessageId: BEFORE,
    });
  });

  test('that begins a conversation has no parent, whether it says so or not', () => {
    for (const parent of [undefined, '00000000-0000-4000-8000-000000000000']) {
      const first = { ...SEND, parent_message_uuid: parent, create_conversation_params: {} };
      expect(claude.describeSend(request(`${PATH}/completion`, first))?.parentMessageId).toBeNull();
    }
  });

  test('that begins a conversation says so itself; an edited first message does not', () => {
    const root = '00000000-0000-4000-8000-000000000000';
    const isFirst = (change: object): boolean | undefined =>
      claude.describeSend(request(`${PATH}/completion`, { ...SEND, ...change }))?.isFirst;
    expect(isFirst({ parent_message_uuid: undefined })).toBe(true);
    expect(isFirst({ parent_message_uuid: root, create_conversation_params: {} })).toBe(true);
    expect(isFirst({ parent_message_uuid: root })).toBeUndefined();
    expect(isFirst({})).toBeUndefined();
  });

  test('to try again is a variant under the same question', () => {
    const retry = { prompt: '', parent_message_uuid: HUMAN };
    expect(claude.describeSend(request(`${PATH}/retry_completion`, retry))).toMatchObject({
      kind: 'variant',
      parentMessageId: HUMAN,
    });
  });

  test.for([
    [`${PATH}/stop_response`, 'POST'],
    [`${PATH}/title`, 'POST'],
    [`${PATH}/current_leaf_message_uuid`, 'PUT'],
    ['/api/organizations/org-1/chat_conversations/new/completion', 'POST'],
    [`${PATH}/completion`, 'GET'],
  ] as const)('to %s by %s is no send', ([path, method]) => {
    expect(claude.describeSend(request(path, SEND, method))).toBeNull();
  });

  test('is watched when it may be a send or a history, and not otherwise', () => {
    const full = `${SITE}${PATH}`;
    expect(tap.send.test(`POST ${full}/completion`)).toBe(true);
    expect(tap.send.test(`POST ${full}/retry_completion?x=1`)).toBe(true);
    expect(tap.send.test(`POST ${full}/completion_status`)).toBe(false);
    expect(tap.send.test(`POST https://evil.test/${full}/completion`)).toBe(false);
    expect(tap.read.test(`GET ${full}?tree=True&rendering_mode=messages`)).toBe(true);
    expect(tap.read.test(`GET ${full}/tasks?x=1`)).toBe(false);
  });
});

describe('a reply', () => {
  test('is the text blocks alone: no thought, tool call or tool output', () => {
    const events = decode('tools-and-thoughts.sse');
    expect(finalsOf(events)).toEqual([{ id: ANSWER, text: ANSWER_TEXT }]);
    expect(events[0]).toEqual({ type: 'conversation', remoteConversationId: CONVERSATION });
    expect(events).toContainEqual({ type: 'user_turn', messageId: HUMAN });
    expect(textOf(events)).toBe(' Let me look 日本 👍.```baa\n@conductor::time\n```\nBy Acme end');
  });

  test('that answers another message than the one sent confirms none', () => {
    const ids = { human_message_uuid: OTHER, assistant_message_uuid: ANSWER };
    const other = request(`${PATH}/completion`, { ...SEND, turn_message_uuids: ids });
    const events = decodeWhole(decoder(other), fixture('claude/tools-and-thoughts.sse'));
    expect(events.filter(({ type }) => type === 'user_turn')).toEqual([]);
  });

  test('that was tried again confirms the question it stands under', () => {
    const retry = request(`${PATH}/retry_completion`, { prompt: '', parent_message_uuid: HUMAN });
    const events = decodeWhole(decoder(retry), fixture('claude/tools-and-thoughts.sse'));
    expect(events).toContainEqual({ type: 'user_turn', messageId: HUMAN });
  });

  test('that breaks off before its stop, or waits for a tool, has no final', () => {
    const whole = fixture('claude/tools-and-thoughts.sse');
    const cut = whole.slice(0, whole.indexOf('event: message_stop'));
    expect(textOf(decodeWhole(decoder(), cut))).toContain('Acme end');
    expect(finalsOf(decodeWhole(decoder(), cut))).toEqual([]);
    expect(finalsOf(decode('tool-wait.sse'))).toEqual([]);
  });

  test('that stopped without a reason, or lost a piece, has no final', () => {
    const whole = fixture('claude/tools-and-thoughts.sse');
    expect(finalsOf(decodeWhole(decoder(), whole.replace('"end_turn"', 'null')))).toEqual([]);
    const lost = whole.replace('{"type": "text_delta", "text": "Acme"}', '{"type": "text_del');
    expect(lost).not.toBe(whole);
    expect(finalsOf(decodeWhole(decoder(), lost))).toEqual([]);
    const misplaced = whole.replace('"thinking_delta", "thinking"', '"text_delta", "text"');
    expect(misplaced).not.toBe(whole);
    expect(finalsOf(decodeWhole(decoder(), misplaced))).toEqual([]);
  });

  test('tells an error inside it, as a limit where it is one', () => {
    const errorsOf = (name: string): unknown => decode(name).filter(({ type }) => type === 'error');
    expect(errorsOf('overloaded.sse')).toEqual([
      { type: 'error', code: 'send_rejected', text: 'Overloaded', retryAfterMs: null },
    ]);
    expect(finalsOf(decode('overloaded.sse'))).toEqual([]);
    expect(errorsOf('limited.sse')).toEqual([
      {
        type: 'error',
        code: 'rate_limited',
        text: 'rate_limit_error',
        retryAfterMs: null,
        retryAtMs: 1787176800_000,
      },
    ]);
  });

  test.for(['tools-and-thoughts.sse', 'tool-wait.sse', 'overloaded.sse'])(
    'in %s reads the same however it is split, and with CRLF',
    (name) => {
      expectSplitChangesNothing(decoder, fixture(`claude/${name}`));
      const crlf = fixture(`claude/${name}`).replaceAll('\n', '\r\n');
      expect(decodeWhole(decoder(), crlf)).toEqual(decode(name));
    },
  );

  test('is read as an event stream alone', () => {
    expect(claude.decodeReply(send, 'text/html')).toBeNull();
  });

  const recorded = recordedStream('claude/completion-hello-2026-08-19.sse');
  test.skipIf(recorded === null)('as recorded has its text and the id of the message', () => {
    const finals = finalsOf(decodeWhole(decoder(), recorded ?? ''));
    expect(finals).toHaveLength(1);
    expect(finals[0]?.id).toBe('00000000-0000-0000-0000-000000000000'); // Zeroed by its source.
    expect(finals[0]?.text).toHaveLength(20);
    expect(finals[0]?.text.startsWith('Hi again!')).toBe(true);
    expectSplitChangesNothing(decoder, recorded ?? '');
  });
});

describe('a history', () => {
  const block = (text: string): object => ({ type: 'text', text });
  const message = (uuid: string, parent: string, sender: string, rest: object): object => ({
    uuid,
    parent_message_uuid: parent,
    sender,
    text: '',
    ...rest,
  });
  const body = (leaf: string | null, ...messages: object[]): string =>
    JSON.stringify({
      uuid: CONVERSATION,
      current_leaf_message_uuid: leaf,
      chat_messages: messages,
    });
  const ROOT = '00000000-0000-4000-8000-000000000000';

  test('is the branch that is shown, in order, answers only', () => {
    const thought = { type: 'thinking', thinking: 'plan' };
    const tool = { type: 'tool_result', content: [block('output')] };
    expect(
      claude.history?.parse(
        body(
          'a2',
          message('u1', ROOT, 'human', { content: [block('one')] }),
          message('old', 'u1', 'assistant', { content: [block('x')], stop_reason: 'end_turn' }),
          message('a1', 'u1', 'assistant', {
            content: [thought, block(' first'), tool, block('then')],
            stop_reason: 'end_turn',
          }),
          message('u2', 'a1', 'human', { content: [block('two')] }),
          message('a2', 'u2', 'assistant', { content: [block('half')], stop_reason: null }),
        ),
      ),
    ).toEqual([
      { id: 'u1', role: 'user', text: 'one', final: true },
      { id: 'a1', role: 'assistant', text: 'first\n\nthen', final: true },
      { id: 'u2', role: 'user', text: 'two', final: true },
      { id: 'a2', role: 'assistant', text: 'half', final: false },
    ]);
  });

  test('of nothing is empty; without its leaf, in a circle or of another kind it is none', () => {
    expect(claude.history?.parse(body(null))).toEqual([]);
    expect(claude.history?.parse(body('gone', message('u1', ROOT, 'human', {})))).toBeNull();
    expect(claude.history?.parse('{"error":{}}')).toBeNull();
    const circle = body('u1', message('u1', 'u1', 'human', { content: [block('one')] }));
    expect(claude.history?.parse(circle)).toHaveLength(1);
  });

  test('is read where the page read it, for its address names the organization', () => {
    expect(claude.history?.path(CONVERSATION)).toBeNull();
  });
});

test.for([
  ['end_turn', 'whole'],
  ['stop_sequence', 'whole'],
  ['max_tokens', 'cut'],
  ['refusal', 'cut'],
] as const)(
  'a reply that ended with %s is %s, in its stream and in the history',
  ([reason, end]) => {
    const stream = fixture('claude/tools-and-thoughts.sse').replaceAll('end_turn', reason);
    expect(endsOf(decodeWhole(decoder(), stream))).toEqual([end]);
    const turns = claude.history?.parse(
      JSON.stringify({
        uuid: CONVERSATION,
        current_leaf_message_uuid: 'a1',
        chat_messages: [
          {
            uuid: 'a1',
            sender: 'assistant',
            content: [{ type: 'text', text: 'x' }],
            stop_reason: reason,
          },
        ],
      }),
    );
    expect(turns?.[0]).toMatchObject({ final: true });
    expect(turns?.[0]?.complete ?? 'whole').toBe(end);
  },
);

describe('a refusal', () => {
  const limit = { type: 'exceeded_limit', resetsAt: 1787176800 };
  test.for([
    [429, {}, { error: { type: 'rate_limit_error', message: 'Slow down.' } }, 'rate_limited'],
    [429, {}, { error: { message: JSON.stringify(limit) } }, 'rate_limited'],
    [403, {}, { error: { type: 'permission_error', message: 'No.' } }, 'send_rejected'],
    [
      403,
      {},
      { error: { type: 'permission_error', details: { error_code: 'account_session_invalid' } } },
      'missing_credential',
    ],
    [403, { 'content-type': 'text/html' }, {}, 'challenge_required'],
    [400, {}, { error: { message: 'This conversation is too long.' } }, 'send_rejected'],
    [529, {}, { error: { type: 'overloaded_error' } }, 'send_rejected'],
  ] as const)('of %s reads as what it is', ([status, headers, body, code]) => {
    expect(claude.readRefusal(status, headers, JSON.stringify(body)).code).toBe(code);
  });

  test('keeps the words of the site, and none that are data', () => {
    const read = (message: string): string =>
      claude.readRefusal(429, { 'retry-after': '30' }, JSON.stringify({ error: { message } })).text;
    expect(read('Slow down.')).toBe('Slow down.');
    expect(read(JSON.stringify(limit))).toBe('The site answered 429.');
  });
});

describe('a replayed send', () => {
  const first = { ...SEND, create_conversation_params: { name: '' } };
  const template = claude.replay?.template(request(`${PATH}/completion?x=1`, first)) ?? null;
  const said = {
    text: 'new text',
    remoteConversationId: OTHER,
    parentMessageId: BEFORE,
    newIds: ['id-1', 'id-2', 'id-3'],
  };
  const replay = (change: object = {}): ReturnType<NonNullable<typeof claude.replay>['request']> =>
    template && (claude.replay?.request(template, { ...said, ...change }) ?? null);

  test('is kept without what was said, attached or named', () => {
    expect(JSON.stringify(template)).not.toMatch(/line one|private|file-1|0199aaaa|create_conv/);
    expect(JSON.parse(template?.body ?? '')).toMatchObject({
      tools: SEND.tools,
      model: SEND.model,
    });
  });

  test('carries the new text, parent and ids to the conversation meant', () => {
    const made = replay();
    expect(made?.url).toBe(
      `${SITE}/api/organizations/org-1/chat_conversations/${OTHER}/completion`,
    );
    expect(JSON.parse(made?.body ?? '')).toEqual({
      prompt: 'new text',
      parent_message_uuid: BEFORE,
      turn_message_uuids: { human_message_uuid: 'id-1', assistant_message_uuid: 'id-2' },
      model: SEND.model,
      tools: SEND.tools,
      attachments: [],
      files: [],
      rendering_mode: 'messages',
    });
    // What it makes is a send of this adapter again.
    const tapped = { url: made?.url ?? '', method: 'POST', body: made?.body ?? '', pageUrl: SITE };
    expect(claude.describeSend(tapped)).toMatchObject({ text: 'new text', userMessageId: 'id-1' });
  });

  test.for([
    { remoteConversationId: null },
    { remoteConversationId: '../../evil' },
    { parentMessageId: null },
    { newIds: ['only-one'] },
  ])('is not made with %o', (change) => {
    expect(replay()).not.toBeNull();
    expect(replay(change)).toBeNull();
  });

  test('has no template in another try, a request without named messages, or a foreign one', () => {
    const { turn_message_uuids: _ids, ...older } = SEND;
    expect(claude.replay?.template(request(`${PATH}/retry_completion`, SEND))).toBeNull();
    expect(claude.replay?.template(request(`${PATH}/completion`, older))).toBeNull();
    expect(claude.replay?.template(request('/api/event_logging', SEND))).toBeNull();
    const foreign = { method: 'POST', url: `${SITE}/elsewhere`, body: '{}' } as const;
    expect(claude.replay?.request(foreign, said)).toBeNull();
  });
});
