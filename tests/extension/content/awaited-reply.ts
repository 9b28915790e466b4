import { afterEach, beforeEach, vi } from 'vitest';

import { BackgroundLink } from '../../../extension/content/background-link.ts';
import { ConversationTracker } from '../../../extension/content/conversation-tracker.ts';
import type { Exchange, ExchangeEnd } from '../../../extension/content/exchange.ts';
import { HistoryAccess } from '../../../extension/content/history-access.ts';
import type { NoReply } from '../../../extension/content/no-reply.ts';
import { ReplyReporter } from '../../../extension/content/reply-reporter.ts';
import type { ObservedReply, PageMessage } from '../../../extension/messages/page-messages.ts';
import { isPageMessage } from '../../../extension/messages/is-page-message.ts';
import { claude } from '../../../extension/platforms/claude/claude.ts';
import type { HistoryTurn, Platform } from '../../../extension/platforms/platform.ts';

const SITE = 'https://claude.ai';
export const ID = '0199aaaa-0000-7000-8000-000000000001';
export const OURS = '0199aaaa-0000-7000-8000-00000000000a';
export const ANSWER = '0199aaaa-0000-7000-8000-00000000000b';
const PAGE = `${SITE}/chat/${ID}`;
const READ = `${SITE}/api/organizations/org-1/chat_conversations/${ID}?tree=True`;

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
/** The site says that the reply failed. */
export const FAILED_HISTORY = JSON.stringify([
  QUESTION,
  { id: ANSWER, role: 'assistant', text: '', final: false, failed: 'No capacity.' },
]);
/** The conversation went on without a reply. */
export const PASSED_HISTORY = JSON.stringify([
  QUESTION,
  { id: 'u-2', role: 'user', text: 'Are you there?', final: true },
  { id: 'a-2', role: 'assistant', text: 'I am.', final: true },
]);

/** In a page of the site, whose time the test passes. */
export function inPage(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    Object.assign(globalThis, {
      location: { href: PAGE, origin: SITE },
      document: { title: 'A chat' },
    });
  });
  afterEach(() => vi.useRealTimers());
}

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

export interface AwaitedReply {
  readonly exchange: Exchange;
  readonly reporter: ReplyReporter;
  /** Replies that were told. */
  readonly told: readonly ObservedReply[];
  /** How often, and why, it was told that none comes. */
  readonly unanswered: readonly NoReply[];
  readonly growth: readonly Extract<PageMessage, { kind: 'page.progress' }>[];
  readonly ends: (end: ExchangeEnd) => void;
  readonly delta: () => void;
  /** From now on the history shows so much of an answer. */
  readonly shows: (answer: Parameters<typeof historyOf>[0]) => void;
  /** From now on the page shows that a reply is being written, or that none is. */
  readonly writes: (now: boolean) => void;
  /** From now on the history is this. */
  readonly tells: (whole: string) => void;
  readonly after: (ms: number) => Promise<unknown>;
}

/** A message that a page sent for an attempt, as the reporter of its reply sees it. */
export function awaitedReply({ readable = true, method = 'POST' } = {}): AwaitedReply {
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
