import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type UnreadSurroundings, UnreadWatch } from '../../../extension/content/unread-watch.ts';
import type { Exchange } from '../../../extension/content/exchange.ts';
import { UNREAD_REASONS, type UnreadReason } from '../../../extension/messages/page-messages.ts';

const MINUTE = 60_000;
const send = {
  kind: 'next',
  text: 'Hi.',
  userMessageId: null,
  remoteConversationId: null,
  parentMessageId: null,
} as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function world() {
  const told: UnreadReason[] = [];
  const page = { isWriting: false, composer: '', shown: 'You: Hi.' };
  const around: UnreadSurroundings = {
    isWriting: () => page.isWriting,
    written: () => page.composer,
    shows: (text) => page.shown.includes(text),
    unread: (reason) => told.push(reason),
  };
  const exchange = { id: 1, send } as Exchange;
  const watch = new UnreadWatch(around, new AbortController().signal);
  return { watch, told, page, exchange, after: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

type World = ReturnType<typeof world>;

/** How each reason comes about. */
const WAYS: Readonly<Record<UnreadReason, (one: World) => void>> = {
  unknown_words({ watch, exchange }) {
    watch.sent(exchange);
    watch.over(exchange, 'decoded');
  },
  silent: ({ watch, exchange }) => watch.sent(exchange),
  unseen({ watch, page }) {
    page.composer = 'Hi.';
    void watch.pressed();
    page.composer = '';
  },
};

test.each(UNREAD_REASONS)(
  'that a reply cannot be read is told within a minute: %s',
  async (why) => {
    const one = world();
    WAYS[why](one);
    await one.after(MINUTE);
    expect(one.told).toEqual([why]);
    await one.after(10 * MINUTE);
    expect(one.told).toEqual([why]);
  },
);

test.each(UNREAD_REASONS)('nothing is told of a reply that is being written: %s', async (why) => {
  const one = world();
  one.page.isWriting = true;
  WAYS[why](one);
  await one.after(10 * MINUTE);
  expect(one.told).toEqual([]);
  one.page.isWriting = false;
  await one.after(MINUTE);
  expect(one.told).toEqual([why]);
});

test('nothing is told of a reply that was read, that broke off, or that a later message followed', async () => {
  const { watch, exchange, told, after } = world();
  watch.sent(exchange);
  watch.read(exchange);
  await after(MINUTE);
  watch.sent(exchange);
  watch.over(exchange, 'cut');
  await after(MINUTE);
  watch.sent(exchange);
  const next = { ...exchange, id: 2 };
  watch.sent(next);
  watch.read(next);
  await after(2 * MINUTE);
  expect(told).toEqual([]);
});

test('a press that sends nothing is no message, nor is one whose request is seen', async () => {
  const { watch, page, exchange, told, after } = world();
  const press = (text: string, rest = ''): void => {
    page.composer = text;
    void watch.pressed();
    page.composer = rest;
  };
  press('Hi.', 'Hi.');
  await after(MINUTE);
  press('Taken back');
  await after(MINUTE);
  press('Hi.');
  await after(1_000);
  watch.sent(exchange);
  watch.read(exchange);
  await after(2 * MINUTE);
  expect(told).toEqual([]);
});
