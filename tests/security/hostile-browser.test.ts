import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';

import type { Config } from '../../conductor/src/config.ts';
import type { FrameOf } from '../../shared/protocol/index.ts';
import { bareBrowser } from '../kit/bare-browser.ts';
import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
  userTurn,
} from '../kit/browser-frames.ts';
import type { FrameInbox } from '../kit/frame-inbox.ts';
import { runConductor, type RunningConductor, tempDir } from '../kit/running-conductor.ts';
import { longTest } from '../kit/samples.ts';
import type { SimulatedBrowser } from '../kit/simulated-browser.ts';

const TIME = asking('@conductor::time');

interface Scene {
  readonly conductor: RunningConductor;
  readonly browser: SimulatedBrowser;
  readonly inbox: FrameInbox;
  /** Our own id of its conversation `a`, which is in auto. */
  readonly id: string;
  readonly hostile: Awaited<ReturnType<typeof bareBrowser>>;
}

/** A browser that serves conversation `a`, and beside it a paired one that means no good. */
async function scene(changed: Partial<Config> = {}): Promise<Scene> {
  const conductor = await runConductor(changed);
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  const hostile = await bareBrowser(conductor);
  return { conductor, browser, inbox, id, hostile };
}

/** The same, with a delivery under way at the first browser. */
async function delivering(changed: Partial<Config> = {}) {
  const one = await scene(changed);
  one.browser.send(finalMessage('a', 'reply-1', TIME));
  const enqueued = await one.inbox.first('delivery.enqueue');
  const job = () =>
    one.conductor.rows(
      `select status, reconcile, user_message_id, last_error_code from delivery_jobs where job_id = '${enqueued.job_id}'`,
    )[0];
  return { ...one, enqueued, job };
}

const anchors = (conductor: RunningConductor): unknown[] =>
  conductor.rows('select assistant_message_id as id, source from message_anchors order by rowid');
const actions = (conductor: RunningConductor): unknown[] =>
  conductor.rows('select instruction_id from instructions');
const conversations = (conductor: RunningConductor): unknown[] =>
  conductor
    .rows<{ id: string }>('select remote_conversation_id as id from conversations order by 1')
    .map(({ id }) => id);

/** Resolves when only the other browser is connected. */
async function leftAlone(conductor: RunningConductor): Promise<void> {
  const connected = async (): Promise<number> => {
    const answer = await conductor.admin('GET', '/v1/status');
    const { clients } = (await answer.json()) as { clients: { connected: boolean }[] };
    return clients.filter((client) => client.connected).length;
  };
  await expect.poll(connected).toBe(1);
}

const UNTOUCHED = {
  status: 'dispatched',
  reconcile: 0,
  user_message_id: null,
  last_error_code: null,
};

describe('a result of a delivery', () => {
  it.each([
    ['acked', { user_message_id: 'forged' }],
    ['failed', { error_code: 'adapter_drift' }],
    ['waiting', { error_code: 'draft_present' }],
  ] as const)(
    '%s, from a browser that was not given it, counts for nothing',
    async (status, more) => {
      const { hostile, enqueued, job } = await delivering();
      // It may well have reported the conversation, too.
      hostile.say(runtimeReport(['a']));
      hostile.say(deliveryResult(enqueued, status, more));
      expect(await hostile.first('error')).toMatchObject({ code: 'not_held', path: 'attempt' });
      await hostile.allAcked();
      expect(job()).toEqual(UNTOUCHED);
    },
  );

  it('of a try that was never made counts for nothing', async () => {
    const { browser, inbox, enqueued, job } = await delivering();
    browser.send(deliveryResult({ ...enqueued, attempt: 2 }, 'acked'));
    expect(await inbox.first('error')).toMatchObject({ code: 'not_held', path: 'attempt' });
    await inbox.allAcked();
    expect(job()).toEqual(UNTOUCHED);
  });

  it('that names another conversation counts for nothing', async () => {
    const { browser, inbox, enqueued, job } = await delivering();
    browser.send(runtimeReport(['a', 'b']));
    browser.send(deliveryResult({ ...enqueued, remote_conversation_id: 'b' }, 'acked'));
    const refused = { code: 'not_held', path: 'remote_conversation_id' };
    expect(await inbox.first('error')).toMatchObject(refused);
    await inbox.allAcked();
    expect(job()).toEqual(UNTOUCHED);
  });

  it('of a job that there is not is told so', async () => {
    const { browser, inbox, enqueued } = await delivering();
    browser.send(deliveryResult({ ...enqueued, job_id: 'no-such-job' }, 'acked'));
    expect(await inbox.first('error')).toMatchObject({ code: 'not_found', path: 'job_id' });
  });

  it('from a browser that held the try counts however late, and from no other', async () => {
    const { conductor, browser, hostile, enqueued, job } = await delivering({ leaseMs: 100 });
    hostile.say(runtimeReport(['a']));
    const { disk } = browser;
    browser.close();
    const taken = await hostile.first('delivery.enqueue');
    expect(taken).toMatchObject({ job_id: enqueued.job_id, attempt: 2 });
    // The second try is the other browser's; of the first one it knows nothing.
    hostile.say(deliveryResult(enqueued, 'acked', { user_message_id: 'forged' }));
    await hostile.first('error');
    expect(job()).toMatchObject({ status: 'dispatched', user_message_id: null });
    const back = await conductor.browser({ disk });
    back.browser.send(deliveryResult(enqueued, 'acked', { user_message_id: 'turn-1' }));
    await back.inbox.allAcked();
    expect(job()).toMatchObject({ status: 'acked', user_message_id: 'turn-1' });
    // And so does what it tells of the reply.
    const answers_job_id = enqueued.job_id;
    back.browser.send(finalMessage('a', 'reply-2', 'Done.', { answers_job_id }));
    await back.inbox.allAcked();
    expect(job()).toMatchObject({ status: 'finalized' });
  });

  it.each([
    ['says that it sent it, and', true],
    ['only', false],
  ])('is not all: who made an earlier try %s tells the reply', async (_what, says) => {
    const {
      conductor,
      browser,
      hostile: other,
      enqueued,
      job,
    } = await delivering({ leaseMs: 100 });
    other.say(runtimeReport(['a']));
    const { disk } = browser;
    browser.close();
    const taken = await other.first('delivery.enqueue');
    // It looked, and found the message that the first one had sent.
    other.say(deliveryResult(taken, 'acked', { user_message_id: 'turn-1' }));
    await other.allAcked();
    expect(job()).toMatchObject({ status: 'acked' });
    const back = await conductor.browser({ disk });
    if (says) back.browser.send(deliveryResult(enqueued, 'acked', { user_message_id: 'turn-1' }));
    const answers_job_id = enqueued.job_id;
    back.browser.send(finalMessage('a', 'reply-2', 'Done.', { answers_job_id }));
    await back.inbox.allAcked();
    expect(job()).toMatchObject({ status: 'finalized' });
  });

  it('of a try from before a restored backup has the job looked for before it goes out', async () => {
    const { conductor, browser, inbox, id, enqueued, job } = await delivering();
    await conductor.setMode(id, 'paused');
    const db = new Database(join(conductor.dataDir, 'baton.db'));
    onTestFinished(() => void db.close());
    db.exec(`delete from attempt_holders;
      update delivery_jobs set status = 'pending', client_id = null, attempt_count = 0`);
    browser.send(deliveryResult(enqueued, 'acked'));
    await inbox.allAcked();
    expect(job()).toMatchObject({ status: 'pending', reconcile: 1, user_message_id: null });
  });
});

describe('the turn of a delivered message', () => {
  const turns = (conductor: RunningConductor): unknown[] =>
    conductor.rows('select user_message_id as id, author, raw_text as text from user_turns');

  it.each([
    ['the site’s', 'turn-1'],
    ['ours, where the site tells none', null],
  ] as const)('is it also where another browser used its id, %s, first', async (_whose, id) => {
    const { conductor, hostile, browser, inbox, enqueued, job } = await delivering();
    const taken = id ?? `job:${enqueued.job_id}`;
    hostile.say(runtimeReport(['a']));
    hostile.say(userTurn('a', taken, 'forged'));
    await hostile.allAcked();
    browser.send(deliveryResult(enqueued, 'acked', { user_message_id: id }));
    await inbox.allAcked();
    expect(job()).toMatchObject({ status: 'acked' });
    const text = enqueued.message_text;
    expect(turns(conductor)).toEqual([{ id: taken, author: 'baton', text }]);
    const found = await conductor.admin('GET', '/v1/search?q=forged');
    expect(await found.json()).toMatchObject({ items: [] });
  });

  it('does not become another message’s, which its browser tells of by the same id', async () => {
    const { conductor, browser, inbox, enqueued } = await delivering();
    const same = { user_message_id: 'turn-1' };
    browser.send(deliveryResult(enqueued, 'acked', same));
    browser.send(finalMessage('a', 'reply-2', TIME));
    const next = await inbox.first('delivery.enqueue', ({ job_id }) => job_id !== enqueued.job_id);
    browser.send(deliveryResult(next, 'acked', same));
    await inbox.allAcked();
    expect(conductor.rows('select status from delivery_jobs order by created_at')).toEqual([
      { status: 'finalized' },
      { status: 'acked' },
    ]);
    const text = enqueued.message_text;
    expect(turns(conductor)).toEqual([{ id: 'turn-1', author: 'baton', text }]);
  });
});

describe('a live reply', () => {
  it('of a conversation that another browser serves is not taken from one that has not reported it', async () => {
    const { conductor, hostile, browser, inbox } = await scene();
    hostile.say(finalMessage('a', 'reply-1', TIME));
    const refused = { code: 'not_held', path: 'remote_conversation_id' };
    expect(await hostile.first('error')).toMatchObject(refused);
    await hostile.allAcked();
    expect([anchors(conductor), actions(conductor)]).toEqual([[], []]);
    // Nor does it keep the same reply from acting, once its own browser tells of it.
    browser.send(finalMessage('a', 'reply-1', TIME));
    await inbox.first('delivery.enqueue');
  });

  it('from a browser that has not reported its conversation, which nobody serves, is kept and does not act', async () => {
    const { conductor, hostile, browser } = await scene({ leaseMs: 100 });
    browser.close();
    await leftAlone(conductor);
    hostile.say(finalMessage('a', 'reply-1', TIME));
    await hostile.first('error');
    await hostile.allAcked();
    expect(anchors(conductor)).toEqual([{ id: 'reply-1', source: 'snapshot' }]);
    expect(actions(conductor)).toEqual([]);
    expect(conductor.rows('select latest_assistant_message_id as id from conversations')).toEqual([
      { id: null },
    ]);
  });

  it('ends no delivery that another browser has under way, and does not act beside it', async () => {
    const { conductor, hostile, browser, inbox, enqueued, job } = await delivering();
    browser.send(deliveryResult(enqueued, 'acked'));
    await inbox.allAcked();
    hostile.say(runtimeReport(['a']));
    hostile.say(finalMessage('a', 'reply-2', TIME));
    expect(await hostile.first('error')).toMatchObject({ code: 'not_held' });
    await hostile.allAcked();
    expect(job()).toMatchObject({ status: 'acked' });
    expect(actions(conductor)).toHaveLength(1);
    browser.send(finalMessage('a', 'reply-2', TIME));
    await inbox.first('delivery.enqueue', ({ job_id }) => job_id !== enqueued.job_id);
    expect(job()).toMatchObject({ status: 'finalized' });
  });

  it('to a message that another browser sent ends no delivery, also once that one is gone', async () => {
    const { hostile, browser, inbox, enqueued, job } = await delivering({ leaseMs: 100 });
    browser.send(deliveryResult(enqueued, 'acked'));
    await inbox.allAcked();
    browser.close();
    hostile.say(runtimeReport(['a']));
    let told = 0;
    const untilTaken = async (): Promise<unknown> => {
      const before = hostile.frames.filter(({ type }) => type === 'error').length;
      const answers_job_id = enqueued.job_id;
      hostile.say(finalMessage('a', `reply-${(told += 1) + 1}`, 'Done.', { answers_job_id }));
      await hostile.allAcked();
      return hostile.frames.filter(({ type }) => type === 'error').length - before;
    };
    // Refused while the lease stands, and taken for a reply to something else after it.
    await expect.poll(untilTaken).toBe(0);
    expect(job()).toMatchObject({ status: 'acked' });
  });

  it('is what a conversation may be first seen by: the next one acts before any report', async () => {
    const { conductor, browser, inbox } = await scene();
    browser.send(finalMessage('brand-new', 'reply-1', TIME));
    await inbox.allAcked();
    expect(anchors(conductor)).toEqual([{ id: 'reply-1', source: 'browser.final_message' }]);
    const [row] = conductor.rows<{ id: string }>(
      `select local_conversation_id as id from conversations where remote_conversation_id = 'brand-new'`,
    );
    await conductor.setMode(row?.id ?? '', 'auto');
    browser.send(finalMessage('brand-new', 'reply-2', TIME));
    await inbox.allAcked();
    expect(inbox.of('error')).toEqual([]);
    expect(actions(conductor)).toHaveLength(1);
  });

  it('that waited for the conductor acts when it is told ahead of the report of its browser', async () => {
    const dataDir = tempDir();
    const first = await runConductor({}, dataDir);
    const { browser, inbox } = await first.browser();
    browser.send(runtimeReport(['a']));
    const { local_conversation_id: id } = await inbox.first('conversation.state');
    await first.setMode(id, 'auto');
    await inbox.allAcked();
    browser.close();
    await first.stop();
    // Written down while nobody listened: it goes out before the report that follows the welcome.
    browser.send(finalMessage('a', 'reply-1', TIME));
    const second = await runConductor({}, dataDir);
    const back = await second.browser({ disk: browser.disk });
    await back.inbox.allAcked();
    back.browser.send(runtimeReport(['a']));
    await back.inbox.first('delivery.enqueue');
    expect(back.inbox.of('error')).toEqual([]);
  });

  it('from the second of two browsers that show a conversation acts while nothing is under way', async () => {
    const { conductor, inbox } = await scene();
    const second = await conductor.browser({
      origin: 'moz-extension://99999999-2222-4333-8444-555555555555',
    });
    second.browser.send(runtimeReport(['a']));
    second.browser.send(finalMessage('a', 'reply-1', TIME));
    await inbox.first('delivery.enqueue');
  });
});

describe('a message that the person is said to have sent', () => {
  const heldBackSince = (conductor: RunningConductor) =>
    conductor.rows('select latest_user_turn_at as at from conversations');

  it('is not taken from a browser that has not reported its conversation, while another serves it', async () => {
    const { conductor, hostile } = await scene();
    hostile.say(userTurn('a', 'turn-1', TIME));
    const refused = { code: 'not_held', path: 'remote_conversation_id' };
    expect(await hostile.first('error')).toMatchObject(refused);
    await hostile.allAcked();
    expect(heldBackSince(conductor)).toEqual([{ at: null }]);
    expect(conductor.rows('select author from user_turns')).toEqual([]);
  });

  it('holds nothing back where its browser has not reported the conversation, and is kept', async () => {
    const { conductor, hostile, browser } = await scene({ leaseMs: 100 });
    browser.close();
    await leftAlone(conductor);
    hostile.say(userTurn('a', 'turn-1', TIME));
    await hostile.first('error');
    await hostile.allAcked();
    expect(heldBackSince(conductor)).toEqual([{ at: null }]);
    // An action that repeats it asks first.
    expect(conductor.rows('select author from user_turns')).toEqual([{ author: 'person' }]);
  });
});

describe('an earlier id', () => {
  const naming = {
    report: runtimeReport([{ remote_conversation_id: 'evil', aliases: ['a'] }]),
    reply: finalMessage('evil', 'reply-x', TIME, { aliases: ['a'] }),
    turn: { ...userTurn('evil', 'turn-x', 'Hello.'), aliases: ['a'] },
  };

  it.each(Object.keys(naming) as (keyof typeof naming)[])(
    'in a %s takes no conversation from the browser that serves it, reported or not',
    async (kind) => {
      const { conductor, hostile, browser, inbox, enqueued, job } = await delivering();
      hostile.say(naming[kind]);
      hostile.say(runtimeReport(['a'], false));
      hostile.say(naming[kind]);
      const path = kind === 'report' ? 'runtimes[0].aliases[0]' : 'aliases[0]';
      expect(await hostile.first('error')).toMatchObject({ code: 'not_held', path });
      await hostile.allAcked();
      expect(conversations(conductor)).toEqual(['a', 'evil']);
      expect(conductor.rows('select alias_key from conversation_aliases')).toEqual([]);
      expect(job()).toEqual(UNTOUCHED);
      browser.send(deliveryResult(enqueued, 'acked'));
      browser.send(finalMessage('a', 'reply-2', TIME));
      const next = await inbox.first(
        'delivery.enqueue',
        ({ job_id }) => job_id !== enqueued.job_id,
      );
      expect(next.remote_conversation_id).toBe('a');
    },
  );

  it('takes none either after its browser has left, from one that never had to do with it', async () => {
    const { conductor, hostile, browser } = await scene({ leaseMs: 100 });
    browser.close();
    await expect
      .poll(() => {
        hostile.say(naming.report);
        return hostile.frames.filter(({ type }) => type === 'error').length;
      })
      .toBeGreaterThan(3);
    expect(conversations(conductor)).toEqual(['a', 'evil']);
  });

  it('that nobody knows yet is given up to the browser that shows it', async () => {
    const { conductor, hostile, browser, inbox } = await scene();
    hostile.say(runtimeReport([{ remote_conversation_id: 'evil', aliases: ['future'] }]));
    await hostile.allAcked();
    browser.send(runtimeReport(['a', 'future']));
    await inbox.allAcked();
    expect(conversations(conductor)).toEqual(['a', 'evil', 'future']);
    expect(conductor.rows('select alias_key from conversation_aliases')).toEqual([]);
  });

  it('is of its own site, and of no other', async () => {
    const { conductor, browser, inbox } = await scene();
    browser.send(
      runtimeReport([
        'a',
        { remote_conversation_id: 'same', platform: 'claude' },
        { remote_conversation_id: 'b', aliases: ['same'] },
      ]),
    );
    await inbox.allAcked();
    expect(conversations(conductor)).toEqual(['a', 'b', 'same']);
  });

  it('is one of 64 at most', async () => {
    const { conductor, hostile } = await scene();
    for (let round = 0; round < 6; round += 1) {
      const aliases = Array.from({ length: 16 }, (_none, index) => `old-${round}-${index}`);
      hostile.say(runtimeReport([{ remote_conversation_id: 'evil', aliases }], false));
    }
    await hostile.allAcked();
    expect(conductor.rows('select alias_key from conversation_aliases')).toHaveLength(64);
    expect(hostile.frames.filter(({ type }) => type === 'error').length).toBeGreaterThan(0);
  });

  it('makes one of two that a browser reported itself', async () => {
    const { conductor, browser, inbox } = await scene();
    browser.send(runtimeReport(['a', 'WEB:1', 'uuid-1']));
    browser.send(
      runtimeReport(['a', { remote_conversation_id: 'uuid-1', aliases: ['WEB:1'] }], false),
    );
    await inbox.allAcked();
    expect(conversations(conductor)).toEqual(['a', 'uuid-1']);
  });

  it('makes one of a conversation that Baton began and the one its browser found', async () => {
    const { conductor, browser, inbox, hostile } = await scene();
    const startable = { ...runtimeReport(['a']), startable_platforms: ['chatgpt'] };
    browser.send(startable);
    await inbox.allAcked();
    const started = conductor.admin('POST', '/v1/conversations?wait=none', {
      platform: 'chatgpt',
      text: 'Begin.',
    });
    const first: FrameOf<'delivery.enqueue'> = await inbox.first('delivery.enqueue');
    expect((await started).ok).toBe(true);
    const { remote_conversation_id: provisional } = first;
    hostile.say(runtimeReport([{ remote_conversation_id: 'evil', aliases: [provisional] }]));
    await hostile.first('error');
    browser.send(deliveryResult(first, 'acked'));
    browser.send(finalMessage('uuid-1', 'reply-1', 'Begun.', { aliases: [provisional] }));
    await inbox.allAcked();
    expect(conversations(conductor)).toEqual(['a', 'evil', 'uuid-1']);
    expect(conductor.rows('select status from delivery_jobs')).toEqual([{ status: 'finalized' }]);
  });
});

describe('what a person says in a browser', () => {
  it('is heard from any that is paired, of any conversation', async () => {
    const { conductor, hostile: other, inbox } = await scene();
    const ref = { platform: 'chatgpt', remote_conversation_id: 'a' } as const;
    other.say({ type: 'message.send', ...ref, text: 'From the other browser.' });
    await inbox.first('delivery.enqueue', (one) => one.message_text === 'From the other browser.');
    other.say({ type: 'conversation.set_mode', ...ref, mode: 'paused' });
    await other.allAcked();
    expect(conductor.rows('select mode from conversations')).toEqual([{ mode: 'paused' }]);
  });
});

describe('what new conversations of a site begin in', () => {
  const chosen = (platform: string, mode: 'auto' | 'manual') =>
    ({ type: 'site.set_default_mode', platform, mode }) as const;
  const modes = async (conductor: RunningConductor): Promise<Record<string, string>> => {
    const answer = await conductor.admin('GET', '/v1/settings');
    const { settings } = (await answer.json()) as {
      settings: { default_modes: Record<string, string> };
    };
    return settings.default_modes;
  };

  it('is not changed back by a frame that comes twice', async () => {
    const conductor = await runConductor();
    const hostile = await bareBrowser(conductor);
    hostile.say(chosen('chatgpt', 'auto'));
    await hostile.allAcked();
    await conductor.admin('PATCH', '/v1/settings', { default_modes: { chatgpt: 'manual' } });
    hostile.say(chosen('chatgpt', 'auto'), 1);
    hostile.say(chosen('claude', 'auto'), 2);
    await expect.poll(() => modes(conductor)).toMatchObject({ claude: 'auto' });
    expect(await modes(conductor)).toEqual({ chatgpt: 'manual', claude: 'auto' });
  });

  longTest(
    'holds so many sites, keeps the order of frames, and what a person changes meanwhile',
    async () => {
      const conductor = await runConductor({ framesPerSecond: 10_000 });
      const hostile = await bareBrowser(conductor);
      for (let site = 0; site < 502; site += 1) hostile.say(chosen(`generic:s${site}`, 'auto'));
      hostile.say(runtimeReport(['last']));
      await conductor.admin('PATCH', '/v1/settings', { policy: { low: 'deny' } });
      await hostile.allAcked();
      expect(Object.keys(await modes(conductor))).toHaveLength(500);
      expect(conversations(conductor)).toEqual(['last']);
      await conductor.stop();
      const again = await runConductor({}, conductor.dataDir);
      expect(Object.keys(await modes(again))).toHaveLength(500);
      const { settings } = (await (await again.admin('GET', '/v1/settings')).json()) as {
        settings: object;
      };
      expect(settings).toMatchObject({ policy: { low: 'deny' } });
    },
  );
});
