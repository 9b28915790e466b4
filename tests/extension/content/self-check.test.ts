import { expect, test } from 'vitest';

import type { Exchange } from '../../../extension/content/exchange.ts';
import { SelfCheck } from '../../../extension/content/self-check.ts';
import { chatgpt } from '../../../extension/platforms/chatgpt/chatgpt.ts';
import { generic } from '../../../extension/platforms/generic/generic.ts';
import type { ReplyEvent } from '../../../extension/platforms/platform.ts';

let exchanges = 0;

function sent(status = 200): Exchange {
  exchanges += 1;
  return {
    id: exchanges,
    request: { url: '/', method: 'POST', body: null, pageUrl: '/' },
    headerNames: [],
    send: {
      kind: 'next',
      text: 'hello',
      userMessageId: null,
      remoteConversationId: 'c-1',
      parentMessageId: null,
    },
    resume: null,
    placeNumber: 1,
    fingerprint: null,
    status,
    contentType: 'text/event-stream',
  };
}

const DELTA: ReplyEvent = { type: 'delta', text: 'a' };
const FINAL: ReplyEvent = { type: 'final', assistantMessageId: 'a-1', text: 'a' };
const ERROR: ReplyEvent = { type: 'error', code: 'send_rejected', text: '', retryAfterMs: null };

/** One whole answer, and what is said of the adapter after it. */
function read(check: SelfCheck, events: readonly ReplyEvent[], status = 200): string | null {
  const exchange = sent(status);
  for (const event of events) check.replied(exchange, event);
  check.complete(exchange);
  return check.drift;
}

test('an answer of which nothing is understood is a changed site, and one that is understood again is not', () => {
  const check = new SelfCheck(chatgpt);
  expect(read(check, [DELTA, FINAL])).toBeNull();
  expect(read(check, [])).toBe('Nothing in an answer of the site was understood.');
  expect(check.checks('ok').stream).toBe('failed');
  expect(read(check, [DELTA, FINAL])).toBeNull();
  expect(check.checks('ok').stream).toBe('ok');
});

test('one or two replies without an end may have been stopped; three in a row are a changed site', () => {
  const check = new SelfCheck(chatgpt);
  expect(read(check, [DELTA])).toBeNull();
  expect(read(check, [DELTA])).toBeNull();
  expect(read(check, [DELTA])).toBe('The end of a reply was not found.');
  check.understood(); // In the history.
  expect(read(check, [DELTA])).toBeNull();
});

test('refusals, errors, handoffs and requests that may be no send are no sign of a change', () => {
  const check = new SelfCheck(chatgpt);
  expect(read(check, [ERROR])).toBeNull();
  expect(read(check, [{ type: 'handoff' }])).toBeNull();
  expect(read(check, [], 403)).toBeNull();
  expect(read(new SelfCheck(generic), [])).toBeNull();
  expect(check.checks('unknown')).toEqual({
    composer: 'unknown',
    stream: 'unknown',
    turns: 'unknown',
    ids: 'unknown',
  });
});

test('messages that are not found stop an adapter that has no other way to look', () => {
  const check = new SelfCheck(chatgpt);
  check.shown({ hasId: true, turns: [], hasHistory: true });
  expect(check.drift).toBeNull();
  expect(check.checks('ok').turns).toBe('failed');
  expect(check.missesTurns).toBe(true);
  check.shown({ hasId: true, turns: [], hasHistory: false });
  expect(check.drift).toContain('The messages were not found in the page');
  const turn = { id: null, role: 'user', text: 'hello' } as const;
  check.shown({ hasId: true, turns: [turn], hasHistory: false });
  expect(check.drift).toBeNull();
  expect(check.checks('ok')).toMatchObject({ turns: 'ok', ids: 'failed' });
  expect(check.missesTurns).toBe(false);
  check.shown({ hasId: true, turns: [{ ...turn, id: 'm-1' }], hasHistory: false });
  expect(check.checks('ok').ids).toBe('ok');
});

test('a page nobody has seen owes the adapter no messages', () => {
  const check = new SelfCheck(generic);
  check.shown({ hasId: true, turns: [], hasHistory: false });
  expect(check.drift).toBeNull();
  expect(check.checks('ok').turns).toBe('unknown');
});

test('a page nobody has seen tells of a reply that nobody can read, until one is read, and never after', () => {
  const check = new SelfCheck(generic);
  check.unread('unknown_words');
  expect(check.checks('ok').stream).toBe('failed');
  expect(check.drift).toBeNull();
  read(check, [DELTA, FINAL]);
  expect(check.checks('ok').stream).toBe('ok');
  check.unread('unknown_words');
  expect(check.checks('ok').stream).toBe('ok');

  const known = new SelfCheck(chatgpt);
  known.unread('unknown_words');
  expect(known.checks('ok').stream).toBe('unknown');
});
