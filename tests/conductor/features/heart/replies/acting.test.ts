import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it, onTestFinished } from 'vitest';

import { feature } from '../../../../../conductor/src/engine/feature.ts';
import { type AnyFeature, FEATURES } from '../../../../../conductor/src/features.ts';
import {
  actionsFeature,
  sourceOf,
} from '../../../../../conductor/src/features/heart/actions/feature.ts';
import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
  userTurn,
} from '../../../../kit/browser-frames.ts';
import type { FrameInbox } from '../../../../kit/frame-inbox.ts';
import { runConductor, type RunningConductor } from '../../../../kit/running-conductor.ts';
import type { SimulatedBrowser } from '../../../../kit/simulated-browser.ts';
import { stagedTools } from '../../../../kit/staged-tools.ts';

const TIME = asking('@conductor::time');

interface Watched {
  readonly conductor: RunningConductor;
  readonly browser: SimulatedBrowser;
  readonly inbox: FrameInbox;
  readonly id: string;
  /** Says it, and resolves with the verdict that the audit trail keeps. */
  readonly observe: (
    assistantMessageId: string,
    rawText: string,
    more?: Parameters<typeof finalMessage>[3],
  ) => Promise<string>;
}

/** A conductor, and a browser that watches conversation `a`. */
async function watching(
  mode: 'manual' | 'auto' | 'paused',
  features: readonly AnyFeature[] = FEATURES,
): Promise<Watched> {
  const conductor = await runConductor({}, undefined, { features });
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  if (mode !== 'manual') await conductor.setMode(id, mode);
  return {
    conductor,
    browser,
    inbox,
    id,
    async observe(...message) {
      browser.send(finalMessage('a', ...message));
      await inbox.allAcked();
      return lastVerdict(conductor);
    },
  };
}

function lastVerdict(conductor: RunningConductor): string {
  const [event] = conductor.rows<{ verdict: string }>(
    `select json_extract(detail_json, '$.verdict') as verdict from events
     where type = 'message_anchor.observed' order by event_id desc limit 1`,
  );
  return event?.verdict ?? 'none';
}

function actions(conductor: RunningConductor): unknown[] {
  return conductor.rows('select instruction_id from instructions');
}

describe('a conversation', () => {
  it('is born manual when a browser reports it, and the browser is told so', async () => {
    const { inbox } = await watching('manual');
    expect(inbox.of('conversation.state')).toMatchObject([
      {
        remote_conversation_id: 'a',
        mode: 'manual',
        draining: false,
        pause_reason: null,
        jobs: [],
      },
    ]);
  });

  it('in manual acts on nothing', async () => {
    const { conductor, observe } = await watching('manual');
    expect(await observe('reply-1', TIME)).toBe('mode');
    expect(actions(conductor)).toEqual([]);
  });

  it('has a reply once that its page shows again under another id, until somebody speaks', async () => {
    const { conductor, browser, inbox, observe } = await watching('manual');
    await observe('reply-1', 'Tea.');
    const replies = () => conductor.rows('select assistant_message_id as id from message_anchors');
    await observe('shown-1', 'Tea.', { source: 'snapshot' });
    expect(replies()).toEqual([{ id: 'reply-1' }]);
    browser.send(userTurn('a', 'turn-2', 'And now?', { observed_at: Date.now() + 1 }));
    await inbox.allAcked();
    await observe('shown-2', 'Tea.', { source: 'snapshot', observed_at: Date.now() + 2 });
    expect(replies()).toHaveLength(2);
  });

  it('has no reply anew that is shown from before the last question, and each that answers it', async () => {
    const { conductor, browser, inbox, observe } = await watching('manual');
    const replies = () => conductor.rows('select assistant_message_id as id from message_anchors');
    const t = Date.now();
    const say = async (id: string, at: number): Promise<void> => {
      browser.send(userTurn('a', id, 'Go on.', { observed_at: at }));
      await inbox.allAcked();
    };
    const shown = { source: 'snapshot', answers_job_id: null } as const;
    await say('turn-1', t);
    await observe('reply-1', 'Tea.', { observed_at: t + 2 });
    await say('turn-2', t + 4);

    await observe('shown-1', 'Tea.', { ...shown, observed_at: t + 3, in_reply_to: 'q-1' });
    await observe('shown-2', 'Tea.', { ...shown, observed_at: t + 5, in_reply_to: 'turn-1' });
    expect(replies()).toEqual([{ id: 'reply-1' }]);

    await observe('shown-3', 'Tea.', { ...shown, observed_at: t + 3, in_reply_to: 'turn-2' });
    expect(replies()).toEqual([{ id: 'reply-1' }, { id: 'shown-3' }]);
    await observe('reply-3', 'Tea.', { observed_at: t + 6, in_reply_to: 'turn-2' });
    expect(replies()).toHaveLength(3);
  });

  it('switched to auto acts on the next reply and not on the one before', async () => {
    const { conductor, browser, inbox, observe, id } = await watching('manual');
    await observe('reply-1', TIME);
    browser.send({
      type: 'conversation.set_mode',
      platform: 'chatgpt',
      remote_conversation_id: 'a',
      mode: 'auto',
    });
    await inbox.first('conversation.state', ({ mode }) => mode === 'auto');
    browser.send(finalMessage('a', 'reply-1', TIME));
    await inbox.allAcked();
    expect(actions(conductor)).toEqual([]);

    expect(await observe('reply-2', TIME)).toBe('acts');
    const { message_text, ...delivery } = await inbox.first('delivery.enqueue');
    expect(message_text).toContain('@conductor::time ok');
    expect(delivery).toMatchObject({
      remote_conversation_id: 'a',
      local_conversation_id: id,
      assistant_message_id: 'reply-2',
      delivery_kind: 'proxy_delivery',
      attempt: 1,
      reconcile: false,
    });
  });

  it('in auto acts on a reply once, however often it is told of it', async () => {
    const { conductor, browser, inbox, observe } = await watching('auto');
    await observe('reply-1', TIME);
    for (const source of ['browser.final_message', 'snapshot', 'replay'] as const) {
      browser.send(finalMessage('a', 'reply-1', TIME, { source }));
    }
    await inbox.allAcked();
    expect(actions(conductor)).toHaveLength(1);
    expect(conductor.rows('select anchor_id from message_anchors')).toHaveLength(1);
  });

  it.each([
    ['a reply older than the newest', { observed_at: 1_000 }, 'stale'],
    ['a reply found in the page at load', { source: 'snapshot' }, 'not_live'],
    ['a reply that the site streams again', { source: 'replay' }, 'not_live'],
  ] as const)('in auto does not act on %s', async (_what, more, verdict) => {
    const { conductor, observe } = await watching('auto');
    expect(await observe('newest', 'Hello.')).toBe('no_action');
    expect(await observe('other', TIME, more)).toBe(verdict);
    expect(actions(conductor)).toEqual([]);
  });

  it.each(['cut', 'stopped', 'unproven'] as const)(
    'does not act on a reply that is %s, which ends its delivery and says so',
    async (complete) => {
      const { conductor, browser, inbox, observe, id } = await watching('auto');
      const renewal = { goal: 'tea', max_turns: 3 };
      expect((await conductor.admin('PUT', `/v1/conversations/${id}/renewal`, renewal)).ok).toBe(
        true,
      );
      const path = `/v1/conversations/${id}/messages?wait=final`;
      const sent = conductor.admin('POST', path, { text: 'Go on.' });
      const job = await inbox.first('delivery.enqueue');
      browser.send(deliveryResult(job, 'acked'));
      expect(await observe('reply-1', TIME, { complete, answers_job_id: job.job_id })).toBe(
        'not_whole',
      );
      expect(await (await sent).json()).toMatchObject({
        job: { status: 'finalized' },
        reply: { text: TIME, complete },
      });
      expect(actions(conductor)).toEqual([]);
      expect(inbox.of('conversation.state').at(-1)?.held_reply).toBeUndefined();
      expect(conductor.rows('select due_at from renewals')).toEqual([{ due_at: null }]);
      expect(await observe('reply-2', 'No action.', { complete })).toBe('not_whole');
      expect(conductor.rows('select due_at from renewals')).toEqual([{ due_at: null }]);
      // An older extension does not say it, and tells of replies that came to their end.
      expect(await observe('reply-3', TIME)).toBe('acts');
    },
  );

  it('does not act on a reply first seen in the page, even when it is then told of as live', async () => {
    const { conductor, browser, inbox, observe } = await watching('auto');
    expect(await observe('reply-1', TIME, { source: 'snapshot' })).toBe('not_live');
    browser.send(finalMessage('a', 'reply-1', TIME));
    await inbox.allAcked();
    expect(actions(conductor)).toEqual([]);
  });

  it('does not act again when a second browser observes the same replies', async () => {
    const { conductor, observe } = await watching('auto');
    await observe('reply-1', TIME);
    const second = await conductor.browser({
      origin: 'moz-extension://99999999-2222-4333-8444-555555555555',
    });
    second.browser.send(runtimeReport(['a']));
    second.browser.send(finalMessage('a', 'reply-1', TIME));
    second.browser.send(finalMessage('a', 'reply-0', TIME, { observed_at: 1_000 }));
    await second.inbox.allAcked();
    expect(actions(conductor)).toHaveLength(1);
  });

  it('goes on acting after a browser with a clock far ahead', async () => {
    const { observe } = await watching('auto');
    expect(
      await observe('from-the-future', 'Hello.', {
        observed_at: Date.now() + 10 * 365 * 86_400_000,
      }),
    ).toBe('no_action');
    expect(await observe('reply-1', TIME)).toBe('acts');
  });

  it('acts on the same text again in a new reply', async () => {
    const { conductor, observe } = await watching('auto');
    await observe('reply-1', TIME);
    await observe('reply-2', TIME);
    expect(actions(conductor)).toHaveLength(2);
  });

  it('acts on nothing new while it is paused', async () => {
    const { conductor, observe } = await watching('paused');
    expect(await observe('reply-1', TIME)).toBe('mode');
    expect(actions(conductor)).toEqual([]);
  });
});

describe('the results of a reply', () => {
  it('are on their way two commits after it, of which the first is on disk before anything runs', async () => {
    const { conductor, browser, inbox } = await watching('auto');
    await inbox.allAcked();
    const before = conductor.commits.length;
    browser.send(finalMessage('a', 'reply-1', TIME));
    await inbox.first('delivery.enqueue');
    const isOfIt = (step: string): boolean => step !== 'dispatch deliveries';
    const commits = conductor.commits.slice(before).filter((steps) => steps.some(isOfIt));
    expect(commits.slice(0, 2)).toEqual([
      expect.arrayContaining(['record final message', 'judge instruction', 'begin instructions']),
      expect.arrayContaining(['finish instruction', 'dispatch deliveries', 'dispatch delivery']),
    ]);
  });

  it('go back in one message, in order, malformed blocks and unknown tools included', async () => {
    const { inbox, observe } = await watching('auto');
    await observe(
      'reply-1',
      asking('@conductor::echo::{"text":"one"}\n@conductor::echo::{oops}\n@conductor::nonsense'),
    );
    const { message_text } = await inbox.first('delivery.enqueue');
    expect(message_text.match(/^\d+\. .*$/gm)).toEqual([
      '1. @conductor::echo ok',
      '2. (unreadable) malformed_action',
      '3. @conductor::nonsense unknown_tool',
    ]);
    expect(message_text).toContain('one');
    expect(message_text).toMatch(/Line 5, column \d+ of your message/);
    expect(inbox.of('delivery.enqueue')).toHaveLength(1);
  });

  it('go back even when not one block could be read', async () => {
    const { inbox, observe } = await watching('auto');
    await observe('reply-1', asking('conductor time please'));
    expect((await inbox.first('delivery.enqueue')).message_text).toContain(
      '1. (unreadable) malformed_action',
    );
  });

  it('wait while the conversation is paused, and go out once it is auto again', async () => {
    const { conductor, browser, inbox, observe, id } = await watching('auto');
    await observe('reply-1', TIME);
    const first = await inbox.first('delivery.enqueue');
    await observe('reply-2', TIME);
    await conductor.setMode(id, 'paused');
    browser.send(deliveryResult(first, 'acked'));
    browser.send(finalMessage('a', 'reply-3', 'Thanks.'));
    await inbox.allAcked();
    await inbox.first(
      'conversation.state',
      ({ jobs }) => jobs.length === 1 && jobs[0]?.status === 'pending',
    );
    expect(inbox.of('delivery.enqueue')).toEqual([first]);

    await conductor.setMode(id, 'auto');
    const second = await inbox.first('delivery.enqueue', ({ job_id }) => job_id !== first.job_id);
    // What it answers is no longer the last turn: it goes after the reply that is.
    expect(second).toMatchObject({ assistant_message_id: 'reply-3', attempt: 1 });
  });
});

describe('a conversation.state', () => {
  it('follows a delivery from birth to end', async () => {
    const { browser, inbox, observe } = await watching('auto');
    await observe('reply-1', TIME);
    const enqueued = await inbox.first('delivery.enqueue');
    const shows = (status: FrameOf<'conversation.state'>['jobs'][number]['status']) =>
      inbox.first('conversation.state', ({ jobs }) => jobs.some((job) => job.status === status));
    expect((await shows('dispatched')).jobs).toEqual([
      {
        job_id: enqueued.job_id,
        status: 'dispatched',
        attempt_count: 1,
        error_code: null,
        error_message: null,
      },
    ]);
    browser.send(deliveryResult(enqueued, 'acked'));
    const acked = await shows('acked');
    browser.send(finalMessage('a', 'reply-2', 'Thanks.'));
    const ended = await inbox.first(
      'conversation.state',
      ({ seq, jobs }) => seq > acked.seq && jobs.length === 0,
    );
    expect(ended.mode).toBe('auto');
  });

  it('goes to every browser that watches the conversation, and to no other', async () => {
    const { conductor, inbox, id } = await watching('manual');
    const origins = [
      'moz-extension://99999999-2222-4333-8444-555555555555',
      `chrome-extension://${'b'.repeat(32)}`,
    ];
    const [watcher, stranger] = await Promise.all(
      origins.map((origin) => conductor.browser({ origin })),
    );
    if (watcher === undefined || stranger === undefined)
      throw new Error('two browsers were asked for');
    watcher.browser.send(
      runtimeReport([{ remote_conversation_id: 'a', runtime_status: 'missing_route' }]),
    );
    stranger.browser.send(runtimeReport(['b']));
    await Promise.all([
      watcher.inbox.first('conversation.state'),
      stranger.inbox.first('conversation.state'),
    ]);
    await conductor.setMode(id, 'paused');
    const told = (one: FrameInbox) =>
      one.first('conversation.state', ({ mode }) => mode === 'paused');
    await Promise.all([told(inbox), told(watcher.inbox)]);
    const shown = stranger.inbox
      .of('conversation.state')
      .map((state) => state.remote_conversation_id);
    expect(new Set(shown)).toEqual(new Set(['b']));
  });

  it('answers a switch that is not possible with the mode as it is', async () => {
    const { browser, inbox, conductor } = await watching('auto');
    browser.send({
      type: 'conversation.set_mode',
      platform: 'chatgpt',
      remote_conversation_id: 'never-seen',
      mode: 'auto',
    });
    await inbox.allAcked();
    expect(conductor.rows('select remote_conversation_id, mode from conversations')).toEqual([
      { remote_conversation_id: 'a', mode: 'auto' },
    ]);
  });
});

describe('a provisional id', () => {
  it('and the id the site gives later are one conversation, with its mode and its delivery', async () => {
    const { conductor, inbox, browser } = await watching('manual');
    browser.send(runtimeReport(['a', 'WEB:1']));
    const born = await inbox.first(
      'conversation.state',
      (state) => state.remote_conversation_id === 'WEB:1',
    );
    await conductor.setMode(born.local_conversation_id, 'auto');
    browser.send(finalMessage('WEB:1', 'reply-1', TIME));
    const enqueued = await inbox.first('delivery.enqueue');
    browser.send(runtimeReport([{ remote_conversation_id: 'uuid-1', aliases: ['WEB:1'] }], false));
    browser.send(deliveryResult({ ...enqueued, remote_conversation_id: 'uuid-1' }, 'acked'));
    browser.send(finalMessage('uuid-1', 'reply-2', TIME, { aliases: ['WEB:1'] }));
    const next = await inbox.first('delivery.enqueue', ({ job_id }) => job_id !== enqueued.job_id);
    expect(next).toMatchObject({
      remote_conversation_id: 'uuid-1',
      local_conversation_id: born.local_conversation_id,
    });
    expect(
      conductor.rows('select remote_conversation_id, mode from conversations order by created_at'),
    ).toEqual([
      { remote_conversation_id: 'a', mode: 'manual' },
      { remote_conversation_id: 'uuid-1', mode: 'auto' },
    ]);
    expect(
      conductor.rows(`select status, conversation_key from delivery_jobs order by created_at`),
    ).toEqual([
      { status: 'finalized', conversation_key: 'chatgpt/uuid-1' },
      { status: 'dispatched', conversation_key: 'chatgpt/uuid-1' },
    ]);
  });

  it('that was seen beside the real one is merged into it, and what one browser calls old is still served', async () => {
    const { conductor, inbox, browser, id } = await watching('auto');
    browser.send(runtimeReport(['a', 'WEB:1']));
    browser.send(finalMessage('WEB:1', 'reply-1', TIME));
    browser.send(runtimeReport([{ remote_conversation_id: 'a', aliases: ['WEB:1'] }], false));
    browser.send(finalMessage('WEB:1', 'reply-2', TIME));
    const { remote_conversation_id, local_conversation_id } = await inbox.first('delivery.enqueue');
    expect({ remote_conversation_id, local_conversation_id }).toEqual({
      remote_conversation_id: 'a',
      local_conversation_id: id,
    });
    expect(conductor.rows('select conversation_key from conversations')).toEqual([
      { conversation_key: 'chatgpt/a' },
    ]);
    expect(
      conductor.rows(
        'select assistant_message_id from message_anchors order by observed_at, rowid',
      ),
    ).toEqual([{ assistant_message_id: 'reply-1' }, { assistant_message_id: 'reply-2' }]);
  });
});

describe('a conductor that stops', () => {
  it('lets what runs end, and its successor on the same data delivers it', async () => {
    const staged = stagedTools();
    const tests = feature({
      name: 'tests',
      start(kit) {
        kit.use(actionsFeature).tools.add(sourceOf(staged.tools));
        return { provides: null };
      },
    });
    const { conductor, browser, observe } = await watching('auto', [...FEATURES, tests]);
    const disk = browser.disk;
    await observe('reply-1', asking('@test::look::{"name":"it"}\n@conductor::describe'));
    await staged.untilBegun(1);
    browser.close();
    const stopped = conductor.stop();
    staged.finish('it');
    await stopped;
    const next = await runConductor({}, conductor.dataDir);
    const again = await next.browser({ disk });
    onTestFinished(() => again.browser.close());
    again.browser.send(runtimeReport(['a']));
    const delivery = await again.inbox.first('delivery.enqueue');
    expect(delivery.message_text).toContain('2. @conductor::describe ok');
    expect(next.rows('select status from delivery_jobs')).toEqual([{ status: 'dispatched' }]);
  });

  it('is not held up by a browser that hangs', async () => {
    const { conductor, browser } = await watching('auto');
    browser.freeze();
    const startedAt = Date.now();
    await conductor.stop();
    expect(Date.now() - startedAt).toBeLessThan(5_000);
  });

  it('says goodbye to its browsers', async () => {
    const { conductor, browser } = await watching('auto');
    const closed = new Promise((resolve) => browser.once('closed', resolve));
    await conductor.stop();
    expect(await closed).toEqual({ code: 1001, reason: 'stopping' });
  });
});

describe('a second reply to one turn', () => {
  const TOLD = { in_reply_to: null, follows: null };

  let last = 0;
  /** A moment after the one before: two of the same millisecond have no order. */
  async function later(): Promise<number> {
    while (Date.now() <= last) await nextTurn();
    last = Date.now();
    return last;
  }

  /** A conversation in auto with one reply to a turn of the person. */
  async function answered() {
    const all = await watching('auto');
    const { browser, observe } = all;
    const say = async (id: string) =>
      browser.send(userTurn('a', id, `I say ${id}.`, { observed_at: await later() }));
    const reply: typeof observe = async (id, text, more) =>
      observe(id, text, { ...TOLD, observed_at: await later(), ...more });
    await say('turn-1');
    expect(await reply('reply-1', TIME, { in_reply_to: 'turn-1' })).toBe('acts');
    const asked = () =>
      all.conductor.rows('select second_reply from approvals order by created_at');
    return { ...all, say, reply, asked };
  }

  it.each([
    ['that its page names', { in_reply_to: 'turn-1' }],
    ['that its page does not name', { in_reply_to: null }],
  ])('%s asks for every action, and what waits of the first is not sent', async (_, told) => {
    const { conductor, browser, inbox, reply, say, asked } = await answered();
    // The results of the first wait behind a message that the person sends by hand.
    const sent = await inbox.first('delivery.enqueue');
    const fault = { error_code: 'page_gone', error_message: 'Gone.' } as const;
    browser.send(deliveryResult(sent, 'failed', { ...fault, retry_after_ms: 3_600_000 }));
    await inbox.first('conversation.state', ({ jobs }) => jobs[0]?.status === 'retry_wait');
    expect(await reply('reply-2', TIME, told)).toBe('acts');
    await expect.poll(asked).toEqual([{ second_reply: 1 }]);
    expect(
      conductor.rows('select status, last_error_code, attempt_count from delivery_jobs'),
    ).toEqual([{ status: 'failed', last_error_code: 'anchor_stale', attempt_count: 1 }]);
    // A reply to what is said after that is a first one.
    await say('turn-2');
    await reply('reply-3', TIME, { in_reply_to: told.in_reply_to && 'turn-2' });
    await expect.poll(() => inbox.of('delivery.enqueue').length).toBe(2);
    expect(asked()).toHaveLength(1);
  });

  it('asks where its turn was put after an older reply', async () => {
    const { reply, say, asked } = await answered();
    await say('turn-2');
    await reply('reply-2', TIME, { in_reply_to: 'turn-2', follows: 'reply-1' });
    expect(asked()).toEqual([]);
    await say('edited');
    await reply('reply-2-edited', TIME, { in_reply_to: 'edited', follows: 'reply-1' });
    await expect.poll(asked).toEqual([{ second_reply: 1 }]);
  });

  it('that answers a delivery is no second one, nor is one that an older extension tells of', async () => {
    const { browser, inbox, reply, observe, asked } = await answered();
    const job = await inbox.first('delivery.enqueue');
    browser.send(deliveryResult(job, 'acked'));
    const answer = { answers_job_id: job.job_id };
    await reply('reply-2', asking('@conductor::echo::{"text":"a"}'), answer);
    expect(asked()).toEqual([]);
    await observe('reply-3', asking('@conductor::echo::{"text":"b"}'));
    expect(asked()).toEqual([]);
  });

  it('may be told of before the delivery that it answers is, where its page names no turn', async () => {
    const { inbox, reply, asked } = await answered();
    await inbox.first('delivery.enqueue');
    expect(await reply('reply-2', asking('@conductor::echo::{"text":"a"}'))).toBe('acts');
    expect(await reply('reply-3', TIME, { in_reply_to: 'turn-1' })).toBe('acts');
    await expect.poll(asked).toEqual([{ second_reply: 1 }]);
  });

  it('has results of the first that come only then wait for a person', async () => {
    const staged = stagedTools();
    const tests = feature({
      name: 'tests',
      start(kit) {
        kit.use(actionsFeature).tools.add(sourceOf(staged.tools));
        return { provides: null };
      },
    });
    const { conductor, browser, observe } = await watching('auto', [...FEATURES, tests]);
    browser.send(userTurn('a', 'turn-1', 'Go.', { observed_at: await later() }));
    const reply = async (id: string, text: string) =>
      observe(id, text, { ...TOLD, observed_at: await later() });
    await reply('reply-1', asking('@test::look::{"name":"it"}'));
    await staged.untilBegun(1);
    await reply('reply-2', 'Another answer.');
    staged.finish('it');
    const jobs = () => conductor.rows('select status, last_error_code from delivery_jobs');
    await expect.poll(jobs).toEqual([{ status: 'failed', last_error_code: 'anchor_stale' }]);
  });
});
