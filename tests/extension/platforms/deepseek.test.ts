import { describe, expect, test } from 'vitest';
import { deepseek } from '../../../extension/platforms/deepseek/deepseek.ts';
import { tap } from '../../../extension/platforms/deepseek/tap.ts';
import type { ReplyDecoder, TappedRequest } from '../../../extension/platforms/platform.ts';
import { decodeWhole, expectSplitChangesNothing, finalsOf, fixture, textOf } from './decode.ts';
import { recordedStream } from '../../kit/recorded-traffic.ts';

const SITE = 'https://chat.deepseek.com';
const SESSION = '0f0e0d0c-0001-4000-8000-000000000001';
const SEND = {
  chat_session_id: SESSION,
  parent_message_id: 2,
  prompt: 'line one\n  two',
  ref_file_ids: [],
};

const request = (path: string, body: unknown, method = 'POST'): TappedRequest => ({
  url: `${SITE}${path}`,
  method,
  body: JSON.stringify(body),
  pageUrl: `${SITE}/a/chat/s/${SESSION}`,
});
const send = request('/api/v0/chat/completion', SEND);
const decoder = (contentType = 'text/event-stream'): ReplyDecoder => {
  const made = deepseek.decodeReply(send, contentType);
  if (made === null) throw new Error('A reply was expected to be readable.');
  return made;
};
const decode = (...names: string[]): ReturnType<typeof decodeWhole> =>
  decodeWhole(decoder(), ...names.map((name) => fixture(`deepseek/${name}`)));
const errorsOf = (events: ReturnType<typeof decodeWhole>): unknown =>
  events.filter(({ type }) => type === 'error');

describe('an address', () => {
  test.for([
    ['/', null],
    [`/a/chat/s/${SESSION}`, SESSION],
  ] as const)('%s is a chat', ([path, id]) => {
    expect(deepseek.locate(new URL(path, SITE))).toEqual({
      remoteConversationId: id,
      provisionalId: null,
      excluded: false,
    });
  });

  test.for(['/sign_in', `/share/${SESSION}`, '/a/chat/s/nothing'])(
    '%s is watched by nobody',
    (path) => {
      expect(deepseek.locate(new URL(path, SITE))).toMatchObject({ excluded: true });
    },
  );

  test('is made from a real id alone, and only of this site', () => {
    expect(deepseek.conversationUrl(SESSION, SITE)).toBe(`${SITE}/a/chat/s/${SESSION}`);
    expect(deepseek.conversationUrl('../evil', SITE)).toBeNull();
    expect(deepseek.serves(new URL('https://chat.deepseek.com/'))).toBe(true);
    expect(deepseek.serves(new URL('https://platform.deepseek.com/'))).toBe(false);
  });
});

describe('a request', () => {
  test('to complete is a send, with its text and session', () => {
    expect(deepseek.describeSend(send)).toEqual({
      kind: 'next',
      text: 'line one\n  two',
      userMessageId: null,
      remoteConversationId: SESSION,
      parentMessageId: '2',
    });
    const first = { ...SEND, parent_message_id: null };
    expect(deepseek.describeSend(request('/api/v0/chat/completion', first))).toMatchObject({
      parentMessageId: null,
      isFirst: true,
    });
  });

  test.for([
    ['edit_message', 'variant'],
    ['regenerate', 'variant'],
    ['continue', 'continue'],
  ] as const)('to %s is a %s', ([action, kind]) => {
    expect(deepseek.describeSend(request(`/api/v0/chat/${action}`, SEND))?.kind).toBe(kind);
  });

  test.for(['create_pow_challenge', 'stop_stream', 'resume_stream', 'completion/x'])(
    'to %s is no send',
    (action) => {
      expect(deepseek.describeSend(request(`/api/v0/chat/${action}`, SEND))).toBeNull();
    },
  );

  test('that names no session, or is read, is no send', () => {
    expect(deepseek.describeSend(request('/api/v0/chat/completion', { prompt: 'x' }))).toBeNull();
    expect(deepseek.describeSend({ ...send, method: 'GET' })).toBeNull();
  });

  test('to resume streams the reply from its start', () => {
    const resume = request('/api/v0/chat/resume_stream', { chat_session_id: SESSION });
    expect(deepseek.describeResume(resume)).toEqual({
      remoteConversationId: SESSION,
      fromStart: true,
    });
    expect(deepseek.describeResume(send)).toBeNull();
  });

  test('is watched when it may be a send or a history, and not otherwise', () => {
    const chat = `${SITE}/api/v0/chat`;
    expect(tap.send.test(`POST ${chat}/completion`)).toBe(true);
    expect(tap.send.test(`POST ${chat}/resume_stream`)).toBe(true);
    expect(tap.send.test(`POST ${chat}/create_pow_challenge`)).toBe(false);
    expect(tap.send.test(`POST https://evil.test/?${chat}/completion`)).toBe(false);
    expect(tap.read.test(`GET ${chat}/history_messages?chat_session_id=${SESSION}`)).toBe(true);
    expect(tap.read.test(`GET ${chat}_session/fetch_page?count=100`)).toBe(false);
  });
});

describe('a reply', () => {
  const TEXT = 'Here: ```baa\n@conductor::time\n```\nBy Acme 日本 👍 end';

  test('is the answer alone: no thought, search, tip or mark', () => {
    const events = decode('search-and-thoughts.sse');
    expect(finalsOf(events)).toEqual([{ id: '4', text: TEXT }]);
    expect(events[0]).toEqual({ type: 'conversation', remoteConversationId: SESSION });
    expect(events.filter(({ type }) => type === 'user_turn')).toEqual([
      { type: 'user_turn', messageId: '3' },
    ]);
    expect(textOf(events)).toBe(TEXT.replace('日本', '[citation:1]日本'));
  });

  test('that is incomplete has no final; its continuation has', () => {
    expect(finalsOf(decode('incomplete.sse'))).toEqual([]);
    expect(finalsOf(decode('continued.sse'))).toEqual([{ id: '4', text: 'Part one, cut and two' }]);
    // The same when both come through one decoder, and no piece is told twice.
    const both = decode('incomplete.sse', 'continued.sse');
    expect(finalsOf(both)).toEqual(finalsOf(decode('continued.sse')));
    expect(textOf(both)).toBe('Part one, cut and two');
  });

  test('that was damaged is whole again with the next snapshot', () => {
    const lost = fixture('deepseek/incomplete.sse').replace('/content"', '/nowhere/content"');
    expect(lost).not.toBe(fixture('deepseek/incomplete.sse'));
    const both = decodeWhole(decoder(), lost, fixture('deepseek/continued.sse'));
    expect(finalsOf(both)).toEqual([{ id: '4', text: 'Part one, cut and two' }]);
  });

  test('that goes on by itself has no final, whatever its status says', () => {
    const goesOn = fixture('deepseek/incomplete.sse').replaceAll('INCOMPLETE', 'FINISHED');
    expect(finalsOf(decodeWhole(decoder(), goesOn))).toEqual([]);
  });

  test('that will be streamed again is handed off', () => {
    const whole = fixture('deepseek/search-and-thoughts.sse');
    const cut = whole.slice(0, whole.indexOf('data: {"p": "response/status"'));
    const resumed = `${cut}event: close\ndata: {"click_behavior":"none","auto_resume":true}\n\n`;
    expect(decodeWhole(decoder(), resumed).at(-1)).toEqual({ type: 'handoff' });
    expect(finalsOf(decodeWhole(decoder(), cut))).toEqual([]);
  });

  test('with a patch that does not fit, or is no JSON, has no final', () => {
    const whole = fixture('deepseek/search-and-thoughts.sse');
    for (const patch of [
      '{"p":"response/fragments/9/content","o":"APPEND","v":"lost"}',
      '{"p":"response/fragments/-1/content","o":"TRUNCATE","v":1}',
      '{"v":{"neither":"nor"}}',
      '{"p":"response/fragm',
      '{"p":"response/fragments","o":"BATCH","v":[]}\n\ndata: {"v":[{"id":9}]}',
    ]) {
      const damaged = whole.replace(': ping', `data: ${patch}`);
      expect(finalsOf(decodeWhole(decoder(), damaged)), patch).toEqual([]);
    }
    const besides = whole.replace(': ping', 'data: {"p":"response/x/y","o":"SET","v":1}');
    expect(finalsOf(decodeWhole(decoder(), besides))).toHaveLength(1);
  });

  test('after a BATCH needs a path, and uses the operation before it', () => {
    const whole = fixture('deepseek/search-and-thoughts.sse');
    const nameless = whole.replace('"p": "response/fragments", "v": [{"id": 3', '"v": [{"id": 3');
    expect(nameless).not.toBe(whole);
    expect(finalsOf(decodeWhole(decoder(), nameless))).toEqual([]);
  });

  test.for(['CONTENT_FILTER', 'WIP', 'INCOMPLETE'])('with the status %s has no final', (status) => {
    const whole = fixture('deepseek/continued.sse').replace('"FINISHED"', `"${status}"`);
    expect(finalsOf(decodeWhole(decoder(), whole))).toEqual([]);
  });

  test('that was refused for a limit says so, and confirms no question', () => {
    expect(decode('limited.sse')).toEqual([
      { type: 'conversation', remoteConversationId: SESSION },
      {
        type: 'error',
        code: 'rate_limited',
        text: 'Messages too frequent. Try again later.',
        retryAfterMs: null,
      },
    ]);
  });

  test('that the person stopped before it began is no error', () => {
    const stopped = fixture('deepseek/limited.sse').replace('rate_limit_reached', 'manual_abort');
    expect(errorsOf(decodeWhole(decoder(), stopped))).toEqual([]);
    const tooLong = stopped.replace('manual_abort', 'input_exceeds_limit');
    expect(errorsOf(decodeWhole(decoder(), tooLong))).toMatchObject([{ code: 'send_rejected' }]);
  });

  test('in one object with status 200 is a refusal', () => {
    const json = decoder('application/json; charset=utf-8');
    const refused = JSON.stringify({ code: 40003, msg: 'INVALID_TOKEN', data: null }, null, 2);
    expect(errorsOf(decodeWhole(json, refused))).toEqual([
      { type: 'error', code: 'missing_credential', text: 'INVALID_TOKEN', retryAfterMs: null },
    ]);
    expect(deepseek.decodeReply(send, 'text/html')).toBeNull();
  });

  test.for(['search-and-thoughts.sse', 'incomplete.sse', 'continued.sse', 'limited.sse'])(
    'in %s reads the same however it is split',
    (name) => {
      expectSplitChangesNothing(decoder, fixture(`deepseek/${name}`));
    },
  );
});

describe('recorded streams', () => {
  const EXPECTED = {
    'longtext-deepseek-v4-flash-20260429.sse': ['## ', 3341],
    'markdown-format-example-20260405-spacefix.sse': ['以下展示了', 989],
    'markdown-format-example-20260405.sse': ['```markdown\n# 一级标题', 276],
    'continue-thinking-snapshot-replay-20260405.sse': ['园丁', 242],
  } as const;
  for (const [name, [beginning, length]] of Object.entries(EXPECTED)) {
    const stream = recordedStream(`deepseek/${name}`);
    test.skipIf(stream === null)(`${name} has one final answer, without thoughts or tips`, () => {
      const finals = finalsOf(decodeWhole(decoder(), stream ?? ''));
      expect(finals.map(({ id }) => id)).toEqual(['2']);
      expect(finals[0]?.text.startsWith(beginning)).toBe(true);
      expect(finals[0]?.text).toHaveLength(length);
      expectSplitChangesNothing(decoder, stream ?? '');
    });
  }

  const continued = recordedStream('deepseek/continue-thinking-snapshot-replay-20260405.sse');
  test.skipIf(continued === null)(
    'one that was cut and continued is final in its second part',
    () => {
      const second = (continued ?? '').indexOf('event: ready', 20);
      expect(finalsOf(decodeWhole(decoder(), (continued ?? '').slice(0, second)))).toEqual([]);
      expect(finalsOf(decodeWhole(decoder(), (continued ?? '').slice(second)))).toHaveLength(1);
    },
  );
});

describe('a history', () => {
  const fragment = (type: string, content: string): object => ({ type, content });
  const message = (id: number, parent: number | null, role: string, rest: object): object => ({
    message_id: id,
    parent_id: parent,
    role,
    status: 'FINISHED',
    ...rest,
  });
  const body = (cacheControl: string, current: number | null, ...messages: object[]): string =>
    JSON.stringify({
      code: 0,
      data: {
        biz_code: 0,
        biz_data: {
          chat_session: { id: SESSION, current_message_id: current },
          chat_messages: messages,
          cache_control: cacheControl,
        },
      },
    });
  const question = message(1, null, 'USER', { fragments: [fragment('REQUEST', 'one')] });
  const answer = message(3, 1, 'ASSISTANT', {
    fragments: [fragment('THINK', 'plan'), fragment('RESPONSE', 'first[reference:2]')],
  });
  const other = message(2, 1, 'ASSISTANT', { fragments: [fragment('RESPONSE', 'another')] });

  test('is the branch that is shown, in order, answers only', () => {
    const again = message(4, 3, 'USER', { fragments: [fragment('REQUEST', 'two')] });
    const half = message(5, 4, 'ASSISTANT', {
      status: 'INCOMPLETE',
      fragments: [fragment('RESPONSE', 'half')],
    });
    expect(
      deepseek.history?.parse(body('REPLACE', 5, question, other, answer, again, half)),
    ).toEqual([
      { id: '1', role: 'user', text: 'one', final: true },
      { id: '3', role: 'assistant', text: 'first', final: true },
      { id: '4', role: 'user', text: 'two', final: true },
      { id: '5', role: 'assistant', text: 'half', final: false },
    ]);
  });

  test('that is a part, in a circle, or refused is none', () => {
    expect(deepseek.history?.parse(body('MERGE', 3, question, answer))).toBeNull();
    expect(deepseek.history?.parse(body('REPLACE', 9, question))).toBeNull();
    expect(deepseek.history?.parse('{"code":40003,"msg":"INVALID_TOKEN"}')).toBeNull();
    const circle = message(1, 1, 'USER', { fragments: [] });
    expect(deepseek.history?.parse(body('REPLACE', 1, circle))).toHaveLength(1);
  });

  test('is read by its session, whatever stands in that', () => {
    const path = '/api/v0/chat/history_messages?chat_session_id=';
    expect(deepseek.history?.path(SESSION)).toBe(`${path}${SESSION}`);
    expect(deepseek.history?.path('a&b=/c')).toBe(`${path}a%26b%3D%2Fc`);
  });
});

describe('a refusal', () => {
  test.for([
    [200, { code: 40003, msg: 'INVALID_TOKEN' }, 'missing_credential', 'INVALID_TOKEN'],
    [200, { code: 0, msg: '', data: { biz_code: 26, biz_msg: 'gone' } }, 'send_rejected', 'gone'],
    [429, {}, 'rate_limited', 'The site answered 429.'],
    [502, {}, 'send_rejected', 'The site answered 502.'],
  ] as const)('of %s reads as what it is', ([status, body, code, text]) => {
    expect(deepseek.readRefusal(status, {}, JSON.stringify(body))).toEqual({
      code,
      text,
      retryAfterMs: null,
    });
  });

  test('of a whole page is a human check', () => {
    const headers = { 'content-type': 'text/html' };
    expect(deepseek.readRefusal(403, headers, '<html>').code).toBe('challenge_required');
  });
});
