import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { BackgroundLink } from '../../../extension/content/background-link.ts';
import { ConversationTracker } from '../../../extension/content/conversation-tracker.ts';
import {
  EXCHANGE_ENDS,
  type Exchange,
  type ExchangeEnd,
} from '../../../extension/content/exchange.ts';
import { HistoryAccess } from '../../../extension/content/history-access.ts';
import { type NoReply, ReplyReporter } from '../../../extension/content/reply-reporter.ts';
import type { ObservedReply, PageMessage } from '../../../extension/messages/page-messages.ts';
import { isPageMessage } from '../../../extension/messages/is-page-message.ts';
import { claude } from '../../../extension/platforms/claude/claude.ts';
import {
  type HistoryTurn,
  type Platform,
  SOCKET_METHOD,
} from '../../../extension/platforms/platform.ts';

const SITE = 'https://claude.ai';
const ID = '0199aaaa-0000-7000-8000-000000000001';
const OURS = '0199aaaa-0000-7000-8000-00000000000a';
const ANSWER = '0199aaaa-0000-7000-8000-00000000000b';
const PAGE = `${SITE}/chat/${ID}`;
const READ = `${SITE}/api/organizations/org-1/chat_conversations/${ID}?tree=True`;
const MINUTE = 60_000;

/** Reads also histories that are written as their turns are. */
const PLATFORM: Platform = {
  ...claude,
  history: {
    path: () => null,
    parse: (body) =>
      body.startsWith('[')
        ? (JSON.parse(body) as HistoryTurn[])
        : (claude.history?.parse(body) ?? null),
  },
};
const QUESTION: HistoryTurn = { id: OURS, role: 'user', text: 'Hi.', final: true };
const FAILED_HISTORY = JSON.stringify([
  QUESTION,
  { id: ANSWER, role: 'assistant', text: '', final: false, failed: 'No capacity.' },
]);
const PASSED_HISTORY = JSON.stringify([
  QUESTION,
  { id: 'u-2', role: 'user', text: 'Are you there?', final: true },
  { id: 'a-2', role: 'assistant', text: 'I am.', final: true },
]);

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(globalThis, {
    location: { href: PAGE, origin: SITE },
    document: { title: 'A chat' },
  });
});
afterEach(() => vi.useRealTimers());

/** The conversation: our turn, and of an answer as much as is given. */
function historyOf(answer: { readonly text: string; readonly ended: boolean } | null): string {
  const turns = [
    { uuid: OURS, sender: 'human', content: [{ type: 'text', text: 'Hi.' }] },
    ...(answer === null
      ? []
      : [
          {
            uuid: ANSWER,
            sender: 'assistant',
            parent_message_uuid: OURS,
            stop_reason: answer.ended ? 'stop_sequence' : null,
            content: [{ type: 'text', text: answer.text }],
          },
        ]),
  ];
  const leaf = turns.at(-1)?.uuid;
  return JSON.stringify({ uuid: ID, current_leaf_message_uuid: leaf, chat_messages: turns });
}

function world({ readable = true, method = 'POST' } = {}) {
  let history = historyOf(null);
  let isWriting = false;
  const life = new AbortController();
  const told: ObservedReply[] = [];
  const unanswered: NoReply[] = [];
  const growth: Extract<PageMessage, { kind: 'page.progress' }>[] = [];
  const sendMessage = async (message: unknown): Promise<unknown> => {
    if (isPageMessage(message) && message.kind === 'page.reply') told.push(message.reply);
    if (isPageMessage(message) && message.kind === 'page.progress') growth.push(message);
    return { stored: true };
  };
  const access = new HistoryAccess(PLATFORM, {
    send: () => undefined,
    arm: async () => true,
    putInView: () => Promise.resolve(false),
    read: async () => ({ status: 200, body: history }),
  });
  if (readable) access.offer(READ, ID, history);
  const kept = { read: () => null, keep: () => undefined, forget: () => undefined };
  const tracker = new ConversationTracker(claude, new URL(PAGE), () => undefined, kept);
  const exchange: Exchange = {
    id: 1,
    request: { url: SITE, method, body: '', pageUrl: PAGE },
    headerNames: [],
    send: {
      kind: 'next',
      text: 'Hi.',
      userMessageId: OURS,
      remoteConversationId: ID,
      parentMessageId: null,
    },
    resume: null,
    placeNumber: tracker.placeNumber,
    fingerprint: null,
    status: 200,
    contentType: 'text/event-stream',
  };
  const reporter = new ReplyReporter(
    claude,
    tracker,
    access,
    new BackgroundLink({ id: 'baton', sendMessage }, life.signal, () => undefined),
    life.signal,
    {
      confirmed: () => undefined,
      attemptIdOf: (one) => (one === exchange ? 'job-1.1~1' : null),
      isWriting: () => isWriting,
      unanswered: (_one, reason) => unanswered.push(reason),
    },
  );
  reporter.sent(exchange);
  return {
    exchange,
    reporter,
    told,
    unanswered,
    growth,
    ends: (end: ExchangeEnd) => reporter.over(exchange, end),
    delta: () => reporter.replied(exchange, { type: 'delta', text: 'Hel' }),
    shows: (answer: Parameters<typeof historyOf>[0]) => void (history = historyOf(answer)),
    writes: (now: boolean) => void (isWriting = now),
    tells: (whole: string) => void (history = whole),
    after: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

const FINAL = { type: 'final', assistantMessageId: ANSWER, text: 'Hello.' } as const;

test('a reply names the attempt whose request brought it', async () => {
  const { reporter, exchange, told, after } = world();
  reporter.replied(exchange, FINAL);
  reporter.replied({ ...exchange, id: 2 }, { ...FINAL, assistantMessageId: 'another' });
  await after(0);
  expect(told.map(({ attempt_id }) => attempt_id)).toEqual(['job-1.1~1', null]);
});

test('how far a reply has grown is told twice a second at most, and that it has ended', async () => {
  const { reporter, exchange, growth, delta, after } = world();
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
  const { reporter, exchange, told, after } = world();
  reporter.replied(exchange, FINAL);
  await after(0);
  expect(told.map(({ page_title }) => page_title)).toEqual(['']);
});

test('an answer that was cut is found in the history, and is no answer that never came', async () => {
  const { ends, delta, shows, after, told, unanswered } = world();
  delta();
  ends('cut');
  shows({ text: 'Hello.', ended: true });
  await after(2 * MINUTE);
  expect(told).toMatchObject([{ raw_text: 'Hello.', in_reply_to: OURS, attempt_id: 'job-1.1~1' }]);
  expect(unanswered).toEqual([]);
});

test('an answer that was cut is given up after half a minute where the history shows nothing of it', async () => {
  const { ends, delta, after, unanswered } = world();
  delta();
  ends('cut');
  await after(25_000);
  expect(unanswered).toEqual([]);
  await after(40_000);
  expect(unanswered).toEqual([
    { text: 'The connection broke before a reply was whole.', retryAfterMs: null, isUnread: false },
  ]);
});

test('where there is no history an answer that was cut is given up at once', async () => {
  const { ends, delta, after, unanswered } = world({ readable: false });
  delta();
  ends('cut');
  await after(0);
  expect(unanswered).toHaveLength(1);
});

test('what the site says went wrong is told in its own words, with how long it wants to be left alone', async () => {
  const { reporter, exchange, ends, after, unanswered } = world({ readable: false });
  reporter.replied(exchange, {
    type: 'error',
    code: 'rate_limited',
    text: 'Too many requests.',
    retryAfterMs: 9_000,
  });
  ends('decoded');
  await after(0);
  expect(unanswered).toEqual([
    { text: 'Too many requests.', retryAfterMs: 9_000, isUnread: false },
  ]);
});

test('a receipt without a reply leaves a minute for it to begin another way', async () => {
  const { reporter, exchange, ends, after, unanswered } = world({ readable: false });
  ends('unread');
  await after(30_000);
  reporter.replied(exchange, FINAL);
  await after(5 * MINUTE);
  expect(unanswered).toEqual([]);

  const silent = world({ readable: false });
  silent.ends('unread');
  await silent.after(2 * MINUTE);
  expect(silent.unanswered).toMatchObject([{ isUnread: true }]);
});

test('a reply that begins another way after a receipt is awaited while it goes on, and given up when that breaks', async () => {
  const { ends, delta, after, unanswered } = world({ readable: false });
  ends('unread');
  for (let seconds = 0; seconds < 180; seconds += 20) {
    await after(20_000);
    delta();
  }
  expect(unanswered).toEqual([]);
  ends('cut');
  expect(unanswered).toMatchObject([{ text: 'The connection broke before a reply was whole.' }]);

  const early = world({ readable: false });
  early.delta();
  early.ends('decoded');
  await early.after(1_000);
  early.delta();
  await early.after(30_000);
  expect(early.unanswered).toEqual([]);

  const silent = world({ readable: false });
  silent.ends('unread');
  await silent.after(20_000);
  silent.delta();
  await silent.after(5 * MINUTE);
  expect(silent.unanswered).toMatchObject([{ text: 'The reply ended without its end.' }]);
});

test('a reply that the history shows growing is awaited, and given up when it grows no more', async () => {
  const { ends, shows, after, unanswered } = world();
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
  const { ends, shows, after, told, unanswered } = world();
  ends('cut');
  await after(2 * MINUTE);
  expect(unanswered).toHaveLength(1);
  shows({ text: 'At last.', ended: true });
  await after(10 * MINUTE);
  expect(told).toMatchObject([{ raw_text: 'At last.', attempt_id: 'job-1.1~1' }]);
  expect(unanswered).toHaveLength(1);
});

test('an answer that ended without a reply is given up when the next message is sent', async () => {
  const { reporter, exchange, ends, after, unanswered } = world();
  ends('cut');
  reporter.sent({ ...exchange, id: 2 });
  await after(2_000);
  expect(unanswered).toHaveLength(1);
});

test('a reply that goes on elsewhere is not given up when its stream ends', async () => {
  const { reporter, exchange, ends, after, unanswered, writes } = world();
  writes(true);
  reporter.replied(exchange, { type: 'handoff' });
  ends('decoded');
  await after(30 * MINUTE);
  expect(unanswered).toEqual([]);
});

test('a reply that goes on elsewhere and is stopped is not awaited once its page reads it no more', async () => {
  const { reporter, exchange, ends, after, unanswered, writes } = world();
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

type World = ReturnType<typeof world>;
const SECONDS = 1_000;

/** Every way in which what carried a message may end, and after how long at most it is told that no reply comes. */
const ENDS: Readonly<
  Record<
    ExchangeEnd | 'elsewhere' | 'open socket' | 'error' | 'stopped' | 'failed' | 'passed over',
    readonly [come: (one: World) => void, withinMs: number, method?: string]
  >
> = {
  decoded: [(one) => one.ends('decoded'), 66 * SECONDS],
  unread: [(one) => one.ends('unread'), 66 * SECONDS],
  cut: [(one) => one.ends('cut'), 34 * SECONDS],
  elsewhere: [(one) => one.reporter.replied(one.exchange, { type: 'handoff' }), 66 * SECONDS],
  'open socket': [() => undefined, 66 * SECONDS, SOCKET_METHOD],
  error: [
    (one) => {
      const refusal = { code: 'send_rejected', text: 'No.', retryAfterMs: null } as const;
      one.reporter.replied(one.exchange, { type: 'error', ...refusal });
      one.ends('decoded');
    },
    8 * SECONDS,
  ],
  stopped: [
    (one) => {
      one.reporter.stopped('job-1.1~1');
      one.ends('decoded');
    },
    5 * SECONDS,
  ],
  failed: [
    (one) => {
      one.tells(FAILED_HISTORY);
      one.ends('decoded');
    },
    5 * SECONDS,
  ],
  'passed over': [
    (one) => {
      one.tells(PASSED_HISTORY);
      one.ends('decoded');
    },
    5 * SECONDS,
  ],
};

test.each([...new Set([...EXCHANGE_ENDS, ...Object.keys(ENDS)])] as (keyof typeof ENDS)[])(
  'no reply after %s is told in time, and never waited for without end',
  async (end) => {
    const [come, withinMs, method = 'POST'] = ENDS[end];
    const one = world({ method });
    come(one);
    await one.after(withinMs);
    expect(one.unanswered).toHaveLength(1);
  },
);

test.each(['elsewhere', 'open socket', 'decoded'] as const)(
  'a reply after %s is awaited while the page shows that it is being written',
  async (end) => {
    const [come, , method = 'POST'] = ENDS[end];
    const one = world({ method });
    one.writes(true);
    come(one);
    await one.after(30 * MINUTE);
    expect(one.unanswered).toEqual([]);
    one.writes(false);
    await one.after(5 * MINUTE);
    expect(one.unanswered).toHaveLength(1);
  },
);
