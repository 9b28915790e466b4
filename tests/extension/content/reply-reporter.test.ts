import { expect, test } from 'vitest';

import { ANSWER, awaitedReply, ID, inPage, OURS } from './awaited-reply.ts';

const MINUTE = 60_000;

inPage();

const FINAL = { type: 'final', assistantMessageId: ANSWER, text: 'Hello.' } as const;

test('a reply names the attempt whose request brought it', async () => {
  const { reporter, exchange, told, after } = awaitedReply();
  reporter.replied(exchange, FINAL);
  reporter.replied({ ...exchange, id: 2 }, { ...FINAL, assistantMessageId: 'another' });
  await after(0);
  expect(told.map(({ attempt_id }) => attempt_id)).toEqual(['job-1.1~1', null]);
});

test('how far a reply has grown is told twice a second at most, and that it has ended', async () => {
  const { reporter, exchange, growth, delta, after } = awaitedReply();
  for (let n = 0; n < 10; n += 1) {
    delta();
    await after(100);
  }
  reporter.replied(exchange, FINAL);
  await after(0);
  expect(growth.map(({ characters, ended }) => [characters, ended])).toEqual([
    [3, false],
    [18, false],
    [30, true],
  ]);
  expect(growth[0]).toMatchObject({ platform: 'claude', remote_conversation_id: ID, for_ms: 0 });
  expect(growth.at(-1)?.for_ms).toBe(1_000);
  // What streams without a send is told already.
  reporter.replied({ ...exchange, id: 2, send: null }, { type: 'delta', text: 'Old.' });
  await after(0);
  expect(growth).toHaveLength(3);
});

test('a reply is told where an element of the page is called `title`', async () => {
  Object.assign(globalThis, { document: { title: {} } });
  const { reporter, exchange, told, after } = awaitedReply();
  reporter.replied(exchange, FINAL);
  await after(0);
  expect(told.map(({ page_title }) => page_title)).toEqual(['']);
});

test('an answer that was cut is found in the history, and is no answer that never came', async () => {
  const { ends, delta, shows, after, told, unanswered } = awaitedReply();
  delta();
  ends('cut');
  shows({ text: 'Hello.', ended: true });
  await after(2 * MINUTE);
  expect(told).toMatchObject([{ raw_text: 'Hello.', in_reply_to: OURS, attempt_id: 'job-1.1~1' }]);
  expect(unanswered).toEqual([]);
});

test('an answer that was cut is given up after half a minute where the history shows nothing of it', async () => {
  const { ends, delta, after, unanswered } = awaitedReply();
  delta();
  ends('cut');
  await after(25_000);
  expect(unanswered).toEqual([]);
  await after(40_000);
  expect(unanswered).toEqual([
    {
      by: 'at_rest',
      text: 'The connection broke before a reply was whole.',
      retryAfterMs: null,
    },
  ]);
});

test('where there is no history an answer that was cut is given up at once', async () => {
  const { ends, delta, after, unanswered } = awaitedReply({ readable: false });
  delta();
  ends('cut');
  await after(0);
  expect(unanswered).toHaveLength(1);
});

test('what the site says went wrong is told in its own words, with how long it wants to be left alone', async () => {
  const { reporter, exchange, ends, after, unanswered } = awaitedReply({ readable: false });
  reporter.replied(exchange, {
    type: 'error',
    code: 'rate_limited',
    text: 'Too many requests.',
    retryAfterMs: 9_000,
  });
  ends('decoded');
  await after(0);
  expect(unanswered).toEqual([{ by: 'at_rest', text: 'Too many requests.', retryAfterMs: 9_000 }]);
});

test('a receipt without a reply leaves a minute for it to begin another way', async () => {
  const { reporter, exchange, ends, after, unanswered } = awaitedReply({ readable: false });
  ends('unread');
  await after(30_000);
  reporter.replied(exchange, FINAL);
  await after(5 * MINUTE);
  expect(unanswered).toEqual([]);

  const silent = awaitedReply({ readable: false });
  silent.ends('unread');
  await silent.after(2 * MINUTE);
  expect(silent.unanswered).toMatchObject([{ text: 'The site answered without a reply.' }]);
});

test('a reply that begins another way after a receipt is awaited while it goes on, and given up when that breaks', async () => {
  const { ends, delta, after, unanswered } = awaitedReply({ readable: false });
  ends('unread');
  for (let seconds = 0; seconds < 180; seconds += 20) {
    await after(20_000);
    delta();
  }
  expect(unanswered).toEqual([]);
  ends('cut');
  expect(unanswered).toMatchObject([{ text: 'The connection broke before a reply was whole.' }]);

  const early = awaitedReply({ readable: false });
  early.delta();
  early.ends('decoded');
  await early.after(1_000);
  early.delta();
  await early.after(30_000);
  expect(early.unanswered).toEqual([]);

  const silent = awaitedReply({ readable: false });
  silent.ends('unread');
  await silent.after(20_000);
  silent.delta();
  await silent.after(5 * MINUTE);
  expect(silent.unanswered).toMatchObject([{ text: 'The reply ended without its end.' }]);
});

test('a reply that the history shows growing is awaited, and given up when it grows no more', async () => {
  const { ends, shows, after, unanswered } = awaitedReply();
  ends('cut');
  shows({ text: 'H', ended: false });
  await after(50_000);
  shows({ text: 'Hel', ended: false });
  await after(50_000);
  expect(unanswered).toEqual([]);
  await after(10 * MINUTE);
  expect(unanswered).toHaveLength(1);
});

test('a reply that comes after it was given up is told all the same', async () => {
  const { ends, shows, after, told, unanswered } = awaitedReply();
  ends('cut');
  await after(2 * MINUTE);
  expect(unanswered).toHaveLength(1);
  shows({ text: 'At last.', ended: true });
  await after(10 * MINUTE);
  expect(told).toMatchObject([{ raw_text: 'At last.', attempt_id: 'job-1.1~1' }]);
  expect(unanswered).toHaveLength(1);
});

test('an answer that ended without a reply is given up when the next message is sent', async () => {
  const { reporter, exchange, ends, after, unanswered } = awaitedReply();
  ends('cut');
  reporter.sent({ ...exchange, id: 2 });
  await after(2_000);
  expect(unanswered).toHaveLength(1);
});

test('a reply that goes on elsewhere is not given up when its stream ends', async () => {
  const { reporter, exchange, ends, after, unanswered, writes } = awaitedReply();
  writes(true);
  reporter.replied(exchange, { type: 'handoff' });
  ends('decoded');
  await after(30 * MINUTE);
  expect(unanswered).toEqual([]);
});

test('a reply that goes on elsewhere and is stopped is not awaited once its page reads it no more', async () => {
  const { reporter, exchange, ends, after, unanswered, writes } = awaitedReply();
  writes(true);
  reporter.replied(exchange, { type: 'handoff' });
  ends('decoded');
  await after(MINUTE);
  const rest = { ...exchange, id: 2, send: null };
  reporter.over({ ...rest, resume: { remoteConversationId: ID, fromStart: false } }, 'cut');
  expect(unanswered).toEqual([]);
  reporter.stopped('job-1.1~1');
  reporter.over(rest, 'cut');
  expect(unanswered).toEqual([]);
  reporter.over({ ...rest, resume: { remoteConversationId: ID, fromStart: false } }, 'cut');
  expect(unanswered).toMatchObject([{ text: 'The reply was stopped.' }]);
  expect(reporter.isWritten('job-1.1~1')).toBe(false);
});

test('an error that was told ends the wait, though its transfer never ends, unless more comes', async () => {
  const ending = awaitedReply();
  const going = awaitedReply();
  const error = {
    type: 'error',
    code: 'rate_limited',
    text: 'No capacity.',
    retryAfterMs: null,
  } as const;
  for (const { reporter, exchange, delta } of [ending, going]) {
    delta();
    reporter.replied(exchange, error);
  }
  await ending.after(1_000);
  going.delta();
  await ending.after(15_000);
  expect(ending.unanswered).toHaveLength(1);
  expect(going.unanswered).toEqual([]);
});
