import { describe, expect, test } from 'vitest';

import { EXCHANGE_ENDS } from '../../../extension/content/exchange.ts';
import { WAIT_ENDS, type WaitEnd } from '../../../extension/content/no-reply.ts';
import {
  type AnswerFacts,
  PATIENCE_MS,
  type Patience,
  patienceWith,
} from '../../../extension/content/reply-patience.ts';
import { SOCKET_METHOD } from '../../../extension/platforms/platform.ts';
import {
  type AwaitedReply,
  awaitedReply,
  FAILED_HISTORY,
  inPage,
  PASSED_HISTORY,
} from './awaited-reply.ts';

const SECONDS = 1_000;
const MINUTE = 60 * SECONDS;
/** The looks that end a wait come so far apart at first. */
const BETWEEN_LOOKS_MS = 9 * SECONDS;
const ATTEMPT = 'job-1.1~1';

inPage();

/** All that each fact may be: a new fact, or a new end, makes more of them. */
const FACTS: { readonly [K in keyof AnswerFacts]: readonly AnswerFacts[K][] } = {
  end: [null, 'elsewhere', ...EXCHANGE_ENDS],
  hasHistory: [false, true],
  isHeard: [false, true],
  isHeardElsewhere: [false, true],
  isShown: [false, true],
  isRefused: [false, true],
  isStopped: [false, true],
  comesInAnswer: [false, true],
};

/** Nothing comes after an end that has not come, and no history shows anything that is not there. */
function mayBe({ end, isHeard, isHeardElsewhere, isShown, hasHistory }: AnswerFacts): boolean {
  if (isHeardElsewhere && (end === null || !isHeard)) return false;
  return hasHistory || !isShown;
}

const ALL: readonly AnswerFacts[] = Object.entries(FACTS)
  .reduce<Partial<AnswerFacts>[]>(
    (some, [fact, values]) =>
      some.flatMap((one) => values.map((value) => ({ ...one, [fact]: value }))),
    [{}],
  )
  .map((one) => one as AnswerFacts)
  .filter(mayBe);

/** Has the page see exactly that of an answer. */
async function comesAbout(one: AwaitedReply, facts: AnswerFacts): Promise<void> {
  const { reporter, exchange } = one;
  const before = { ...exchange, id: 0 };
  if (!facts.comesInAnswer) reporter.over(before, 'unread');
  reporter.replied(before, { type: 'final', assistantMessageId: 'a-0', text: 'Before.' });
  if (facts.isShown) one.shows({ text: 'H', ended: false });
  reporter.accepted(exchange);
  if (facts.isHeard) one.delta();
  if (facts.isStopped) reporter.stopped(ATTEMPT);
  if (facts.isRefused) {
    const refusal = { code: 'send_rejected', text: 'No.', retryAfterMs: null } as const;
    reporter.replied(exchange, { type: 'error', ...refusal });
  }
  if (facts.end === 'elsewhere') reporter.replied(exchange, { type: 'handoff' });
  else if (facts.end !== null) one.ends(facts.end);
  if (facts.isHeardElsewhere) one.delta();
}

function said(facts: AnswerFacts): string {
  const true_ = Object.entries(facts).flatMap(([fact, is]) => (is === true ? [fact] : []));
  return `${facts.end ?? 'no end'}: ${true_.join(', ') || 'nothing else'}`;
}

describe('a reply that does not come, in a page at rest,', () => {
  test.each(ALL.map((facts) => ({ facts, name: said(facts) })))(
    'is told once, as soon as its answer lets one know, after $name',
    async ({ facts }) => {
      const one = awaitedReply({ readable: facts.hasHistory });
      await comesAbout(one, facts);
      await one.after(PATIENCE_MS[patienceWith(facts)] + BETWEEN_LOOKS_MS);
      expect(one.unanswered).toHaveLength(1);
      await one.after(10 * MINUTE);
      expect(one.unanswered).toHaveLength(1);
    },
  );

  test('is waited for as long as something makes it be, and never for two minutes', () => {
    const used = new Set(ALL.map(patienceWith));
    expect([...used].toSorted()).toEqual((Object.keys(PATIENCE_MS) as Patience[]).toSorted());
    for (const ms of Object.values(PATIENCE_MS)) expect(ms).toBeLessThan(2 * MINUTE);
  });

  test('is told as soon after a long answer as after a short one', async () => {
    const one = awaitedReply();
    one.writes(true);
    one.reporter.accepted(one.exchange);
    for (let minutes = 0; minutes < 20; minutes += 1) {
      one.delta();
      await one.after(MINUTE);
    }
    one.tells(FAILED_HISTORY);
    one.writes(false);
    one.ends('decoded');
    await one.after(2 * SECONDS);
    expect(one.unanswered).toMatchObject([{ by: 'failed', text: 'No capacity.' }]);
  });

  test('is told within two minutes of the last that was seen of it, however long it took until then', async () => {
    const one = awaitedReply();
    one.writes(true);
    one.ends('unread');
    await one.after(30 * MINUTE);
    one.shows({ text: 'Hel', ended: false });
    await one.after(MINUTE);
    one.writes(false);
    expect(one.unanswered).toEqual([]);
    await one.after(2 * MINUTE);
    expect(one.unanswered).toHaveLength(1);
  });
});

/** How each end of a wait comes about. A new one has to be shown here. */
const WAYS: Readonly<Record<WaitEnd, (one: AwaitedReply) => Promise<void> | void>> = {
  at_rest: (one) => one.ends('unread'),
  failed(one) {
    one.tells(FAILED_HISTORY);
    one.ends('decoded');
  },
  stopped(one) {
    one.reporter.stopped(ATTEMPT);
    one.ends('decoded');
  },
  overtaken(one) {
    one.ends('unread');
    one.reporter.sent({ ...one.exchange, id: 2 });
  },
  passed_over(one) {
    one.tells(PASSED_HISTORY);
    one.ends('decoded');
  },
  nameless(one) {
    const elsewhere = { ...one.exchange, send: null, placeNumber: one.exchange.placeNumber - 1 };
    one.reporter.replied(elsewhere, {
      type: 'final',
      assistantMessageId: 'a-1',
      text: 'Hello.',
    });
  },
  async too_long(one) {
    one.writes(true);
    one.reporter.accepted(one.exchange);
    await one.after(2 * 60 * MINUTE);
  },
};

test.each(Object.keys(WAIT_ENDS) as WaitEnd[])(
  'a wait that ends for %s is told to do so, with words for a person',
  async (end) => {
    const one = awaitedReply();
    await WAYS[end](one);
    await one.after(2 * MINUTE);
    expect(one.unanswered).toMatchObject([{ by: end, text: expect.stringMatching(/^\w.*\.$/) }]);
  },
);

test.each([
  ['POST', null],
  ['POST', 'elsewhere'],
  ['POST', 'decoded'],
  [SOCKET_METHOD, null],
] as const)(
  'a reply to a message by %s whose answer has the end %s is awaited while it is being written',
  async (method, end) => {
    const one = awaitedReply({ method });
    one.writes(true);
    one.reporter.accepted(one.exchange);
    if (end === 'elsewhere') one.reporter.replied(one.exchange, { type: 'handoff' });
    else if (end !== null) one.ends(end);
    await one.after(30 * MINUTE);
    expect(one.unanswered).toEqual([]);
    one.writes(false);
    await one.after(2 * MINUTE);
    expect(one.unanswered).toHaveLength(1);
  },
);
