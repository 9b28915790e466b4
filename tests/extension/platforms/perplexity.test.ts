import { describe, expect, test } from 'vitest';
import { perplexity } from '../../../extension/platforms/perplexity/perplexity.ts';
import { tap } from '../../../extension/platforms/perplexity/tap.ts';
import type { ReplyDecoder, ReplyEvent } from '../../../extension/platforms/platform.ts';
import { decodeWhole, expectSplitChangesNothing, finalsOf, fixture, textOf } from './decode.ts';

const ORIGIN = 'https://www.perplexity.ai';
const SEND_URL = `${ORIGIN}/rest/sse/perplexity_ask`;
const SLUG = 'what-is-it-AbC.123_-x';
const ENTRY = '44444444-0000-4000-8000-00000000000d';
const UUID = '55555555-0000-4000-8000-00000000000e';

type Request = Parameters<typeof perplexity.describeSend>[0];
const request = (
  body: object | string,
  page = `${ORIGIN}/search/${SLUG}`,
  url = SEND_URL,
): Request => ({
  url,
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  pageUrl: page,
});
const makeDecoder = (): ReplyDecoder => {
  const decoder = perplexity.decodeReply(request('{}'), 'text/event-stream; charset=utf-8');
  if (decoder === null) throw new Error('no decoder');
  return decoder;
};
const decode = (stream: string): ReplyEvent[] => decodeWhole(makeDecoder(), stream);

describe('an address', () => {
  test.for([
    ['/', null, null, false],
    ['/search', null, null, false],
    ['/search/new', null, null, false],
    [`/search/new/${UUID}`, null, UUID, false],
    [`/search/${SLUG}`, SLUG, null, false],
    [`/search/${UUID}?q=x`, UUID, null, false],
    [`/space/work-1/search/${SLUG}`, SLUG, null, false],
    ['/spaces/work-1', null, null, false],
    [`/search/${SLUG}?s=t`, null, null, true],
    [`/share/${SLUG}`, null, null, true],
    ['/library', null, null, true],
    ['/discover/top', null, null, true],
    ['/search/a%2Fb', null, null, true],
  ] as const)('%s is %s', ([path, remoteConversationId, provisionalId, excluded]) => {
    expect(perplexity.locate(new URL(path, ORIGIN))).toEqual({
      remoteConversationId,
      provisionalId,
      excluded,
    });
  });

  test('is made from a real id alone, on this site only', () => {
    expect(perplexity.conversationUrl(SLUG, ORIGIN)).toBe(`${ORIGIN}/search/${SLUG}`);
    expect(perplexity.conversationUrl('../library', ORIGIN)).toBeNull();
    expect(perplexity.serves(new URL(ORIGIN))).toBe(true);
    expect(perplexity.serves(new URL('https://docs.perplexity.ai/'))).toBe(false);
  });
});

describe('a request', () => {
  const params = { query_source: 'followup', last_backend_uuid: ENTRY, frontend_uuid: UUID };
  const followUp = { query_str: 'one\n  two', params };

  test('that follows up is a send in the thread of its page', () => {
    expect(perplexity.describeSend(request(followUp))).toEqual({
      kind: 'next',
      text: 'one\n  two',
      userMessageId: null,
      remoteConversationId: SLUG,
      parentMessageId: ENTRY,
    });
  });

  test('that is the first of a thread names none, wherever the page is by then', () => {
    const home = {
      query_str: 'hi',
      params: { query_source: 'home', last_backend_uuid: null },
    };
    expect(perplexity.describeSend(request(home))).toEqual({
      kind: 'next',
      text: 'hi',
      userMessageId: null,
      remoteConversationId: null,
      parentMessageId: null,
    });
  });

  test.for([
    [{ ...followUp, params: { ...params, query_source: 'retry' } }, SEND_URL],
    [{ ...followUp, params: { ...params, last_backend_uuid: null } }, SEND_URL],
    [{ ...followUp, params: { ...params, query_source: 'home' } }, SEND_URL],
    [{ params }, SEND_URL],
    ['not json', SEND_URL],
    [followUp, `${SEND_URL}/reconnect/${ENTRY}`],
    [followUp, `${ORIGIN}/rest/sse/perplexity_terminate`],
  ] as const)('%j to %s is none', ([body, url]) => {
    expect(perplexity.describeSend(request(body, undefined, url))).toBeNull();
  });

  test('is watched when it may be a send', () => {
    expect(tap.send.test(`POST ${SEND_URL}`)).toBe(true);
    expect(tap.send.test(`POST ${SEND_URL}?version=2.18`)).toBe(true);
    expect(tap.send.test(`POST ${SEND_URL}/reconnect/${ENTRY}`)).toBe(false);
  });
});

describe('a stream', () => {
  const patches = fixture('perplexity/patches.sse');
  const answer = 'Here [2]:\n```baa\n@conductor::time\n```\n日本 👍 end';

  test('of patches gives thread, question and the answer as it reads in the end', () => {
    const events = decode(patches);
    expect(events.slice(0, 2)).toEqual([
      { type: 'conversation', remoteConversationId: SLUG },
      { type: 'user_turn', messageId: `${ENTRY}:question` },
    ]);
    expect(textOf(events)).toBe(answer.replace('[2]', '[1]'));
    expect(finalsOf(events)).toEqual([{ id: ENTRY, text: answer }]);
    expect(JSON.stringify(events)).not.toMatch(/thought|snippet/);
  });

  test('of pieces puts them in their places', () => {
    expect(finalsOf(decode(fixture('perplexity/snapshots.sse')))).toEqual([
      { id: ENTRY, text: 'The answer.' },
    ]);
  });

  test('of steps gives the answer among them, and no thought', () => {
    const events = decode(fixture('perplexity/workflow.sse'));
    expect(textOf(events)).toBe('From the steps.');
    expect(finalsOf(events)).toEqual([{ id: ENTRY, text: 'From the steps.' }]);
  });

  test('of steps with two answers has no final: which is it?', () => {
    const two = fixture('perplexity/workflow.sse').replace('"thinking"', '"answer"');
    expect(finalsOf(decode(two))).toEqual([]);
  });

  test('that breaks off has no final', () => {
    const cut = patches.slice(0, patches.indexOf('"ask_text_0_markdown", "markdown_block"'));
    expect(finalsOf(decode(cut))).toEqual([]);
    expect(textOf(decode(cut))).toContain('👍 end');
    expect(finalsOf(decode(`${cut}"event: end_of_stream\r\ndata: {}\r\n\r\n`))).toEqual([]);
  });

  test('that the person stopped is COMPLETED too, but has no final', () => {
    const events = decode(fixture('perplexity/stopped.sse'));
    expect(textOf(events)).toBe('Half an ans');
    expect(finalsOf(events)).toEqual([]);
  });

  test('that ends without saying that the answer is whole has no final', () => {
    const pieces = fixture('perplexity/snapshots.sse');
    expect(finalsOf(decode(pieces.replace('"DONE"', '"IN_PROGRESS"')))).toEqual([]);
    expect(finalsOf(decode(pieces.replace('"COMPLETED"', '"PENDING"')))).toEqual([]);
  });

  test('with a gap between its pieces, or a patch that does not fit, has no final', () => {
    const gap = fixture('perplexity/snapshots.sse')
      .replace('"chunk_starting_offset": 2', '"chunk_starting_offset": 9')
      .replace(
        '"chunks": ["The ", "ans", "wer", "."], "chunk_starting_offset": 0',
        '"chunk_starting_offset": 3',
      );
    expect(gap).toContain('"progress": "DONE", "chunk_starting_offset": 3');
    expect(finalsOf(decode(gap))).toEqual([]);
    const steps = fixture('perplexity/workflow.sse').replace('/chunks/0"', '/chunks/7"');
    expect(finalsOf(decode(steps))).toEqual([]);
  });

  test('with the answer in several markdown blocks takes the one block for all of it', () => {
    const renamed = patches.replaceAll('"ask_text"', '"ask_text_1_markdown"');
    expect(finalsOf(decode(renamed))).toEqual([]);
    const block = { progress: 'DONE', answer: 'part' };
    const part = JSON.stringify({ intended_usage: 'ask_text_1_markdown', markdown_block: block });
    const parts = patches.replace(
      '"blocks": [{"intended_usage": "plan"',
      `"blocks": [${part}, {"intended_usage": "plan"`,
    );
    expect(parts).not.toBe(patches);
    expect(finalsOf(decode(parts))).toEqual([{ id: ENTRY, text: answer }]);
  });

  test('that failed tells it once, with its code, and has no final', () => {
    const events = decode(fixture('perplexity/failed.sse'));
    expect(events.filter(({ type }) => type === 'error')).toEqual([
      { type: 'error', code: 'rate_limited', text: 'Too many', retryAfterMs: null },
    ]);
    expect(finalsOf(events)).toEqual([]);
  });

  test('whose answer is the invitation to sign up is an error', () => {
    const invited = fixture('perplexity/snapshots.sse').replaceAll(
      /"chunks": \[[^\]]*\]/g,
      '"chunks": ["Sign up and repeat your request."]',
    );
    const events = decode(invited.replaceAll(/"chunk_starting_offset": \d/g, '"x": 0'));
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'error', code: 'missing_credential' }),
    );
    expect(finalsOf(events)).toEqual([]);
  });

  test.for(['patches.sse', 'snapshots.sse', 'workflow.sse', 'stopped.sse', 'failed.sse'])(
    '%s reads the same however it is split, and with LF',
    (name) => {
      const stream = fixture(`perplexity/${name}`);
      expect(stream).toContain('\r\n');
      expectSplitChangesNothing(makeDecoder, stream);
      expect(decode(stream.replaceAll('\r\n', '\n'))).toEqual(decode(stream));
    },
  );

  test('of another type is not read', () => {
    expect(perplexity.decodeReply(request('{}'), 'application/json')).toBeNull();
  });
});

describe('a refusal', () => {
  test.for([
    [403, { 'content-type': 'text/html' }, 'challenge_required'],
    [403, { 'content-type': 'application/json' }, 'send_rejected'],
    [429, {}, 'rate_limited'],
    [401, {}, 'missing_credential'],
  ] as const)('of %s with %j is %s', ([status, headers, code]) => {
    expect(perplexity.readRefusal(status, headers, '')).toMatchObject({ code });
  });
});

describe('a history', () => {
  const parse = (body: object | string): unknown =>
    perplexity.history?.parse(typeof body === 'string' ? body : JSON.stringify(body));
  const entry = (id: string, status: string, progress: string): object => ({
    uuid: id,
    query_str: `question ${id}`,
    status,
    blocks: [
      { intended_usage: 'web_results', web_result_block: { web_results: [] } },
      { intended_usage: 'ask_text', markdown_block: { progress, answer: `answer ${id}` } },
    ],
  });

  test('is read by the slug of the thread', () => {
    expect(perplexity.history?.path(SLUG)).toMatch(
      new RegExp(`^/rest/thread/${SLUG}\\?with_parent_info=true&`),
    );
  });

  test('is each question with its answer, final where both marks say so', () => {
    const entries = [
      entry('e1', 'COMPLETED', 'DONE'),
      entry('e2', 'COMPLETED', 'IN_PROGRESS'),
      entry('e3', 'PENDING', 'DONE'),
      { backend_uuid: 'e4', query_str: 'question e4', status: 'PENDING', blocks: [] },
    ];
    const question = (id: string): object => ({
      id: `${id}:question`,
      role: 'user',
      text: `question ${id}`,
      final: true,
    });
    const reply = (id: string, final: boolean): object => ({
      id,
      role: 'assistant',
      text: `answer ${id}`,
      final,
    });
    expect(parse({ entries, has_next_page: false })).toEqual([
      question('e1'),
      reply('e1', true),
      question('e2'),
      reply('e2', false),
      question('e3'),
      reply('e3', false),
      question('e4'),
    ]);
  });

  test('of which only a part came, or of another shape, is none', () => {
    const entries = [entry('e1', 'COMPLETED', 'DONE')];
    expect(parse({ entries, has_next_page: true })).toBeNull();
    expect(parse({ entries: [...entries, { query_str: 'no id' }] })).toBeNull();
    expect(parse({ entries: {} })).toBeNull();
    expect(parse('<html>')).toBeNull();
  });
});
