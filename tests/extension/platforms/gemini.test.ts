import { describe, expect, test } from 'vitest';
import { gemini } from '../../../extension/platforms/gemini/gemini.ts';
import { tap } from '../../../extension/platforms/gemini/tap.ts';
import type { ReplyDecoder, TappedRequest } from '../../../extension/platforms/platform.ts';
import { decodeWhole, expectSplitChangesNothing, finalsOf, fixture, textOf } from './decode.ts';

const SITE = 'https://gemini.google.com';
const ID = '0123456789abcdef';
const ANSWER = 'rc_00000000000000bb';
const SEND_PATH =
  '/_/BardChatUi/data/assistant.lamda.BardFrontendService/StreamGenerate?bl=b&hl=en&rt=c';

const request = (turn: unknown, path: string = SEND_PATH): TappedRequest => ({
  url: `${SITE}${path}`,
  method: 'POST',
  body: `${new URLSearchParams({ 'f.req': JSON.stringify([null, JSON.stringify(turn)]), at: 'x' })}&`,
  pageUrl: `${SITE}/app/${ID}`,
});
const TURN = [
  ['line one\n  two & 100% 日本', 0, null, null, null, null, 0],
  ['en'],
  [`c_${ID}`, 'r_before', 'rc_before', null, null, null, null, null, null, 'context'],
  '!token',
];
const decoder = (): ReplyDecoder => {
  const made = gemini.decodeReply(request(TURN), 'application/json; charset=utf-8');
  if (made === null) throw new Error('A reply was expected to be readable.');
  return made;
};

describe('an address', () => {
  test.for([
    ['/app', null],
    [`/app/${ID}`, ID],
    [`/u/2/app/${ID}`, ID],
    ['/gem/coding-partner', null],
    [`/gem/coding-partner/${ID}`, ID],
  ] as const)('%s is a chat', ([path, id]) => {
    expect(gemini.locate(new URL(path, SITE))).toEqual({
      remoteConversationId: id,
      provisionalId: null,
      excluded: false,
    });
  });

  test.for([`/share/${ID}`, '/gems/view', '/app/download', `/g/${ID}`])(
    '%s is watched by nobody',
    (path) => {
      expect(gemini.locate(new URL(path, SITE))).toMatchObject({ excluded: true });
    },
  );

  test('is made from a real id alone', () => {
    expect(gemini.conversationUrl(ID, SITE)).toBe(`${SITE}/app/${ID}`);
    expect(gemini.conversationUrl('../evil', SITE)).toBeNull();
    expect(gemini.serves(new URL('https://aistudio.google.com/'))).toBe(false);
  });
});

describe('a request', () => {
  test('to generate is a send, with its text and ids', () => {
    const expected = {
      kind: 'next',
      text: 'line one\n  two & 100% 日本',
      userMessageId: null,
      remoteConversationId: ID,
      parentMessageId: 'rc_before',
    };
    expect(gemini.describeSend(request(TURN))).toEqual(expected);
    expect(gemini.describeSend(request(TURN, `/u/1${SEND_PATH}`))).toEqual(expected);
  });

  test('of a new conversation names none', () => {
    const first = [TURN[0], TURN[1], ['', '', '', null]];
    expect(gemini.describeSend(request(first))).toMatchObject({
      remoteConversationId: null,
      parentMessageId: null,
    });
  });

  test('elsewhere, or of another shape, is no send', () => {
    const elsewhere = request(TURN, '/_/BardChatUi/data/batchexecute?rpcids=MaZiqc');
    expect(gemini.describeSend(elsewhere)).toBeNull();
    expect(gemini.describeSend(request({ text: 'x' }))).toBeNull();
    expect(gemini.describeSend({ ...request(TURN), body: 'f.req=nothing' })).toBeNull();
  });

  test('is watched when it may be a send', () => {
    expect(tap.send.test(`POST ${SITE}${SEND_PATH}`)).toBe(true);
    expect(tap.send.test(`POST ${SITE}/u/1${SEND_PATH}`)).toBe(true);
    expect(tap.send.test(`POST ${SITE}/_/BardChatUi/data/batchexecute?rpcids=x`)).toBe(false);
  });
});

describe('a reply', () => {
  const whole = fixture('gemini/answer.txt');
  const events = decodeWhole(decoder(), whole);

  test('is the newest text of the answer, without thoughts and marks', () => {
    const text = 'Here: ```baa\n@conductor::time\n```\nBy <Acme/> 日本 👍 end';
    expect(finalsOf(events)).toEqual([{ id: ANSWER, text }]);
    expect(events[0]).toEqual({ type: 'conversation', remoteConversationId: ID });
    expect(textOf(events).startsWith(text)).toBe(true);
    expect(events.filter(({ type }) => type === 'conversation')).toHaveLength(1);
  });

  test('that was not marked complete, or not closed, has no final', () => {
    const streaming = whole.replace('[2],\\"en\\"', '[1],\\"en\\"');
    expect(streaming).not.toBe(whole);
    expect(finalsOf(decodeWhole(decoder(), streaming))).toEqual([]);
    const open = whole.slice(0, whole.lastIndexOf('[["e"'));
    expect(textOf(decodeWhole(decoder(), open))).toBe(textOf(events));
    expect(finalsOf(decodeWhole(decoder(), open))).toEqual([]);
  });

  test('with a frame of a wrong length has no final', () => {
    expect(finalsOf(decodeWhole(decoder(), whole.replace('👍', '👍 and more')))).toEqual([]);
  });

  test('with a frame that is no JSON has no final, and with a second end no second one', () => {
    const broken = whole.replace('["di",12]', '["di";12]');
    expect(broken).not.toBe(whole);
    expect(finalsOf(decodeWhole(decoder(), broken))).toEqual([]);
    const twice = whole + whole.slice(whole.lastIndexOf('\n', whole.lastIndexOf('[["e"') - 2) + 1);
    expect(finalsOf(decodeWhole(decoder(), twice))).toHaveLength(1);
  });

  test('that is a card has its text beside it', () => {
    const card = [
      null,
      ['c', 'r'],
      null,
      null,
      [[ANSWER, ['http://googleusercontent.com/card_content/0']]],
    ];
    const candidate = (card[4] as unknown[][])[0] ?? [];
    candidate[8] = [2];
    candidate[22] = ['the text'];
    const frame = JSON.stringify([
      ['wrb.fr', null, JSON.stringify(card)],
      ['e', 1],
    ]);
    const stream = `)]}'\n\n${frame.length + 2}\n${frame}\n`;
    expect(finalsOf(decodeWhole(decoder(), stream))).toEqual([{ id: ANSWER, text: 'the text' }]);
  });

  test('that is only a code is an error, as a limit where it is one', () => {
    const limit = fixture('gemini/usage-limit.txt');
    expect(decodeWhole(decoder(), limit)).toMatchObject([{ type: 'error', code: 'rate_limited' }]);
    const other = limit.replace('1037', '1060');
    expect(decodeWhole(decoder(), other)).toMatchObject([{ type: 'error', code: 'send_rejected' }]);
  });

  test.for(['answer.txt', 'usage-limit.txt'])('in %s reads the same however split', (name) => {
    expectSplitChangesNothing(decoder, fixture(`gemini/${name}`));
    expectSplitChangesNothing(decoder, fixture(`gemini/${name}`).slice(0, -40));
  });

  test('is read as text alone', () => {
    expect(gemini.decodeReply(request(TURN), 'text/html')).toBeNull();
  });
});

test('a refusal that is the page for unusual traffic is a human check', () => {
  const html = { 'content-type': 'text/html' };
  const page = '<a href="https://www.google.com/sorry/index">';
  expect(gemini.readRefusal(429, html, page).code).toBe('challenge_required');
  expect(gemini.readRefusal(429, {}, '').code).toBe('rate_limited');
  expect(gemini.readRefusal(400, {}, 'xsrf').code).toBe('send_rejected');
});
