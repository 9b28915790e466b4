import { describe, expect, test } from 'vitest';
import { doubao } from '../../../extension/platforms/doubao/doubao.ts';
import { tap } from '../../../extension/platforms/doubao/tap.ts';
import type { ReplyDecoder, ReplyEvent } from '../../../extension/platforms/platform.ts';
import { decodeWhole, expectSplitChangesNothing, finalsOf, fixture, textOf } from './decode.ts';

const SEND_URL = 'https://www.doubao.com/chat/completion?aid=1&msToken=x&a_bogus=y';
const LOCAL_ID = '11111111-0000-4000-8000-00000000000a';

const request = (
  body: object | string,
  url = SEND_URL,
): Parameters<typeof doubao.describeSend>[0] => ({
  url,
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  pageUrl: 'https://www.doubao.com/chat/7001',
});
const makeDecoder = (): ReplyDecoder => {
  const decoder = doubao.decodeReply(request('{}'), 'text/event-stream; charset=utf-8');
  if (decoder === null) throw new Error('no decoder');
  return decoder;
};
const decode = (stream: string): ReplyEvent[] => decodeWhole(makeDecoder(), stream);

describe('an address', () => {
  test.for([
    ['/chat/', null, false],
    ['/chat', null, false],
    ['/chat/7001', '7001', false],
    ['/chat/7001/', '7001', false],
    ['/chat/local_123456', null, false],
    ['/chat/create-image', null, true],
    ['/thread/abc', null, true],
    ['/', null, true],
  ] as const)('%s is conversation %s, excluded: %s', ([path, remoteConversationId, excluded]) => {
    expect(doubao.locate(new URL(path, 'https://www.doubao.com'))).toEqual({
      remoteConversationId,
      provisionalId: null,
      excluded,
    });
  });

  test('is made from a real id alone', () => {
    expect(doubao.conversationUrl('7001', 'https://www.doubao.com')).toBe(
      'https://www.doubao.com/chat/7001',
    );
    expect(doubao.conversationUrl('local_1', 'https://www.doubao.com')).toBeNull();
    expect(doubao.conversationUrl('../7001', 'https://www.doubao.com')).toBeNull();
  });

  test('belongs to this site only', () => {
    expect(doubao.serves(new URL('https://www.doubao.com/chat/'))).toBe(true);
    expect(doubao.serves(new URL('http://www.doubao.com/chat/'))).toBe(false);
    expect(doubao.serves(new URL('https://www.doubao.com.example/chat/'))).toBe(false);
  });
});

describe('a request', () => {
  const send = {
    client_meta: { conversation_id: '7001', local_conversation_id: 'local_5' },
    messages: [
      {
        local_message_id: LOCAL_ID,
        content_block: [
          { block_type: 10_052, content: { attachment_block: {} } },
          { block_type: 10_000, content: { text_block: { text: 'one\n  two' } }, block_id: 'q' },
        ],
      },
    ],
    option: { need_create_conversation: false, regen_query_id: [], is_regen: false },
  };
  const described = {
    kind: 'next',
    text: 'one\n  two',
    userMessageId: LOCAL_ID,
    remoteConversationId: '7001',
    parentMessageId: null,
  };

  test('to the send path is a send, with its text and ids', () => {
    expect(doubao.describeSend(request(send))).toEqual(described);
  });

  test.for(['', '0', 'local_5', undefined])('that names conversation %s starts one', (id) => {
    const first = { ...send, client_meta: { conversation_id: id } };
    expect(doubao.describeSend(request(first))?.remoteConversationId).toBeNull();
  });

  test.for([{ is_regen: true }, { regen_query_id: ['5001'] }, { edit_query_id: ['5001'] }])(
    'with %j asks an old question again',
    (option) => {
      expect(doubao.describeSend(request({ ...send, option }))?.kind).toBe('variant');
    },
  );

  test('that takes up a broken stream, or goes elsewhere, is none', () => {
    const option = { recovery_option: { is_recovery: true } };
    expect(doubao.describeSend(request({ ...send, option }))).toBeNull();
    expect(doubao.describeSend(request({ ...send, option: undefined }))).toBeNull();
    expect(doubao.describeSend(request({ ...send, messages: [] }))).toBeNull();
    expect(doubao.describeSend(request('not json'))).toBeNull();
    const elsewhere = 'https://www.doubao.com/chat/completion/stop';
    expect(doubao.describeSend(request(send, elsewhere))).toBeNull();
    expect(doubao.describeSend(request(send, 'https://example.com/chat/completion'))).toBeNull();
  });

  test('is watched when it may be a send', () => {
    expect(tap.send.test(`POST ${SEND_URL}`)).toBe(true);
    expect(tap.send.test('POST https://www.doubao.com/chat/completion_stop')).toBe(false);
    expect(tap.send.test('POST https://example.com/?https://www.doubao.com/chat/completion')).toBe(
      false,
    );
  });
});

describe('a stream', () => {
  const answer = fixture('doubao/answer.sse');

  test('gives the answer, the conversation and our turn', () => {
    const text = 'Here:\n```baa\n@conductor::time\n```\n日本 👍 end';
    const events = decode(answer);
    expect(events.slice(0, 2)).toEqual([
      { type: 'conversation', remoteConversationId: '7001' },
      { type: 'user_turn', messageId: LOCAL_ID },
    ]);
    expect(textOf(events)).toBe(text);
    expect(finalsOf(events)).toEqual([{ id: '6001', text }]);
    expect(events.at(-1)?.type).toBe('final');
  });

  test('counts no thought, search card or hidden block, and puts replaced text right', () => {
    const events = decode(fixture('doubao/thinking-and-search.sse'));
    expect(events.slice(0, 2)).toEqual([
      { type: 'user_turn', messageId: '5001' },
      { type: 'conversation', remoteConversationId: '7001' },
    ]);
    expect(finalsOf(events)).toEqual([{ id: '6001', text: 'The answer.' }]);
    expect(textOf(events)).not.toMatch(/thought|search|hidden/);
  });

  test('counts no message of the person, and no other object of a patch', () => {
    const block = {
      block_type: 10_000,
      block_id: 'x',
      content: { text_block: { text: 'NOT IT' } },
    };
    const value = { content_block: [block] };
    const others = [
      ['STREAM_MSG_NOTIFY', { content: value, meta: { message_id: '5001', user_type: 1 } }],
      [
        'STREAM_CHUNK',
        { message_id: '6001', patch_op: [{ patch_object: 50, patch_value: value }] },
      ],
    ] as const;
    const noise = others.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    const events = decode(answer.replace('id: 12', `${noise.join('')}id: 12`));
    expect(events).toEqual(decode(answer));
  });

  test('that breaks off before its end has no final', () => {
    const cut = answer.slice(0, answer.indexOf('id: 36'));
    expect(finalsOf(decode(cut))).toEqual([]);
    expect(textOf(decode(cut))).toContain('👍 end');
  });

  test('whose end names another message, or only the suggestions, has none', () => {
    expect(finalsOf(decode(answer.replace('"msgid":"6001"', '"msgid":"9"')))).toEqual([]);
    expect(finalsOf(decode(answer.replace('"end_type":1', '"end_type":2')))).toEqual([]);
  });

  test('that lost the beginning of the answer, as its summary shows, has none', () => {
    expect(finalsOf(decode(answer.replace('Here:\\n```baa', '')))).toEqual([]);
  });

  test('with text that belongs to no open block has none', () => {
    const late = answer.replace(
      'id: 36',
      'event: CHUNK_DELTA\ndata: {"text":"from where?"}\n\nid: 36',
    );
    expect(finalsOf(decode(late))).toEqual([]);
  });

  test('with a thinking block closed behind the answer has none: where does the text go on?', () => {
    const block = { block_type: 10_040, block_id: 'think', content: { thinking_block: {} } };
    const patch = { patch_object: 1, patch_value: { content_block: [block] } };
    const data = JSON.stringify({ message_id: '6001', patch_op: [patch] });
    const closed = `event: STREAM_CHUNK\ndata: ${data}\n\n`;
    expect(finalsOf(decode(answer.replace('id: 13', `${closed}id: 13`)))).toEqual([]);
    expect(finalsOf(decode(answer.replace('id: 32', `${closed}id: 32`)))).toHaveLength(1);
  });

  test('tells an error once, and has no final after it', () => {
    expect(decode(fixture('doubao/limit.sse'))).toEqual([
      { type: 'error', code: 'rate_limited', text: 'rate limited', retryAfterMs: null },
    ]);
    const error = 'event: STREAM_ERROR\ndata: {"error_code":1,"error_msg":"no"}\n\n';
    const failed = decode(answer.replace('id: 36', `${error}id: 36`));
    expect(finalsOf(failed)).toEqual([]);
    expect(failed).toContainEqual({
      type: 'error',
      code: 'send_rejected',
      text: 'no',
      retryAfterMs: null,
    });
  });

  test.for([
    [{ error_code: 710_012_000, error_msg: 'user invalid' }, 'missing_credential'],
    [
      { error_code: 710_022_004, extra: { decision: '{"type":"verify","subtype":"slide"}' } },
      'challenge_required',
    ],
  ] as const)('with the error %j tells it as %s', ([error, code]) => {
    expect(decode(`event: STREAM_ERROR\ndata: ${JSON.stringify(error)}\n\n`)).toMatchObject([
      { type: 'error', code },
    ]);
  });

  test.for(['answer.sse', 'thinking-and-search.sse', 'limit.sse'])(
    '%s reads the same however it is split, and with CRLF',
    (name) => {
      const stream = fixture(`doubao/${name}`);
      expectSplitChangesNothing(makeDecoder, stream);
      expectSplitChangesNothing(makeDecoder, stream.replaceAll('\n', '\r\n'));
      expect(decode(stream.replaceAll('\n', '\r\n'))).toEqual(decode(stream));
    },
  );

  test('of another type is not read', () => {
    expect(doubao.decodeReply(request('{}'), 'application/json')).toBeNull();
  });
});
