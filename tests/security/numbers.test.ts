import Database from 'better-sqlite3';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { FrameOf } from '../../shared/protocol/index.ts';
import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
  userTurn,
} from '../kit/browser-frames.ts';
import type { FrameInbox } from '../kit/frame-inbox.ts';
import { runConductor, type RunningConductor, tempDir } from '../kit/running-conductor.ts';
import type { BrowserDisk, SimulatedBrowser } from '../kit/simulated-browser.ts';

const WEEK_MS = 7 * 86_400_000;
const MINUTE_MS = 60_000;
/** The most that a double can count to in ones; as milliseconds, 285,000 years. */
const AGES_MS = Number.MAX_SAFE_INTEGER;

interface Delivering {
  readonly conductor: RunningConductor;
  readonly browser: SimulatedBrowser;
  readonly inbox: FrameInbox;
  readonly id: string;
  readonly enqueued: FrameOf<'delivery.enqueue'>;
  readonly job: () => Record<string, unknown>;
}

/** A browser that was just given a delivery of conversation `a`. */
async function delivering(dataDir = tempDir(), disk?: BrowserDisk): Promise<Delivering> {
  const conductor = await runConductor({ retryBaseMs: 1, retryCapMs: 1 }, dataDir);
  const { browser, inbox } = await conductor.browser(disk && { disk });
  const account_fingerprint = 'hmac-of-an-account';
  browser.send(runtimeReport([{ remote_conversation_id: 'a', account_fingerprint }]));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  browser.send(finalMessage('a', 'reply-1', asking('@conductor::time')));
  const enqueued = await inbox.first('delivery.enqueue');
  const job = () =>
    conductor.rows(`select * from delivery_jobs where job_id = '${enqueued.job_id}'`)[0] ?? {};
  return { conductor, browser, inbox, id, enqueued, job };
}

const status = async (conductor: RunningConductor) =>
  (await (await conductor.admin('GET', '/v1/status')).json()) as {
    readonly parked: readonly { account_key: string; until: number; reason: string }[];
  };

const unpark = (conductor: RunningConductor, account: string) =>
  conductor.admin('POST', `/v1/accounts/${encodeURIComponent(account)}/unpark`);

const eventsOf = (conductor: RunningConductor, type: string) =>
  conductor
    .rows<{ detail_json: string }>(`select detail_json from events where type = '${type}'`)
    .map(({ detail_json }) => JSON.parse(detail_json) as Record<string, unknown>);

const ACCOUNT = 'chatgpt|hmac-of-an-account';
const LIMITED = { error_code: 'rate_limited', error_message: 'Too many.' } as const;

describe('a wait that a site names', () => {
  it('parks an account for a week at most, says so, and a person can end it', async () => {
    const { conductor, browser, inbox, enqueued, job } = await delivering();
    const before = Date.now();
    const told = { ...LIMITED, retry_after_ms: AGES_MS };
    browser.send(deliveryResult(enqueued, 'failed', told));
    await inbox.first('conversation.state', ({ jobs }) => jobs[0]?.status === 'retry_wait');

    const { parked } = await status(conductor);
    expect(parked).toMatchObject([{ account_key: ACCOUNT }]);
    const [{ until, reason } = { until: 0, reason: '' }] = parked;
    expect(until).toBeGreaterThanOrEqual(before + WEEK_MS);
    expect(until).toBeLessThanOrEqual(Date.now() + WEEK_MS + 1_000);
    const words = 'Too many. The site named 100 years; Baton waits 7 days and looks again.';
    expect(reason).toBe(words);
    expect(job()).toMatchObject({ due_at: until, last_error_text: words });
    expect(eventsOf(conductor, 'account.parked')).toMatchObject([
      { named_by_site: true, kept_ms: WEEK_MS, named_ms: expect.any(Number) },
    ]);
    expect(conductor.log).toContainEqual(
      expect.objectContaining({ field: 'retry_after_ms', kept: WEEK_MS }),
    );

    expect((await unpark(conductor, 'chatgpt|another')).status).toBe(404);
    const answer = await unpark(conductor, ACCOUNT);
    expect(await answer.json()).toEqual({
      account_key: ACCOUNT,
      was_parked_until: until,
      deliveries: 1,
    });
    const again = await inbox.first('delivery.enqueue', ({ attempt }) => attempt === 2);
    expect(again.job_id).toBe(enqueued.job_id);
    expect((await status(conductor)).parked).toEqual([]);
    expect(eventsOf(conductor, 'account.unparked')).toMatchObject([
      { via: 'http', was_until: until, jobs: 1 },
    ]);
    expect(await (await unpark(conductor, ACCOUNT)).json()).toMatchObject({
      was_parked_until: null,
      deliveries: 0,
    });
  });

  it('holds back any other try for a week at most', async () => {
    const { conductor, browser, inbox, enqueued, job } = await delivering();
    const told = { error_code: 'page_gone', retry_after_ms: AGES_MS } as const;
    browser.send(deliveryResult(enqueued, 'failed', told));
    await inbox.first('conversation.state', ({ jobs }) => jobs[0]?.status === 'retry_wait');
    expect(job()['due_at']).toBeLessThanOrEqual(Date.now() + WEEK_MS + 1);
    expect(eventsOf(conductor, 'delivery_job.failed')).toMatchObject([{ kept_ms: WEEK_MS }]);
  });

  it.each([AGES_MS * 1_000, 1e300, -5, 1.5, '7', true, [], {}])(
    'of %j loses no report of a failure',
    async (number) => {
      const { browser, inbox, enqueued, job } = await delivering();
      const frame = deliveryResult(enqueued, 'failed', { error_code: 'adapter_drift' });
      browser.send({ ...frame, retry_after_ms: number as number });
      await inbox.first('conversation.state', ({ jobs }) => jobs[0]?.status === 'failed');
      expect(job()).toMatchObject({ status: 'failed', last_error_code: 'adapter_drift' });
    },
  );

  it('and was written down by an older Baton is brought within reason', async () => {
    const { conductor, browser, inbox, enqueued, id, job } = await delivering();
    const told = { ...LIMITED, retry_after_ms: 3_600_000 };
    browser.send(deliveryResult(enqueued, 'failed', told));
    await inbox.first('conversation.state', ({ jobs }) => jobs[0]?.status === 'retry_wait');
    await conductor.stop();
    const db = new Database(join(conductor.dataDir, 'baton.db'));
    db.exec(`update accounts set parked_until = ${AGES_MS}`);
    db.exec(`update delivery_jobs set due_at = ${AGES_MS}`);
    db.close();

    const after = await runConductor({}, conductor.dataDir);
    await expect
      .poll(async () => (await status(after)).parked[0]?.until)
      .toBeLessThan(Date.now() + WEEK_MS + MINUTE_MS);
    expect(job()['due_at']).toBeLessThan(Date.now() + WEEK_MS + MINUTE_MS);
    expect(eventsOf(after, 'account.hold_shortened')).toMatchObject([{ was_until: AGES_MS }]);
    expect((await after.admin('GET', `/v1/conversations/${id}`)).status).toBe(200);
  });
});

describe('when a browser says that it saw something', () => {
  const DAY_MS = 86_400_000;

  it.each([AGES_MS, 1e300, 0, -1, 'now', null])(
    'a reply of %j is put between its pairing and now, and acts',
    async (observed_at) => {
      const conductor = await runConductor();
      const before = Date.now();
      const { browser, inbox } = await conductor.browser();
      browser.send(runtimeReport(['a']));
      const { local_conversation_id: id } = await inbox.first('conversation.state');
      await conductor.setMode(id, 'auto');
      const reply = finalMessage('a', 'reply-1', asking('@conductor::time'));
      browser.send({ ...reply, observed_at: observed_at as number });
      await inbox.first('delivery.enqueue');
      const [row] = conductor.rows<{ observed_at: number }>('select * from message_anchors');
      expect(row?.observed_at).toBeGreaterThanOrEqual(before);
      expect(row?.observed_at).toBeLessThanOrEqual(Date.now());
    },
  );

  it('a turn of theirs from the future holds nothing back for longer than one of now', async () => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    browser.send(runtimeReport(['a']));
    await inbox.first('conversation.state');
    const turn = { ...userTurn('a', 'turn-1', 'Hello.'), observed_at: Date.now() + 30 * DAY_MS };
    browser.send(turn);
    browser.send({ ...userTurn('a', 'turn-0', 'Before.'), observed_at: 0 });
    await inbox.allAcked();
    const rows = conductor.rows<{ observed_at: number }>('select * from user_turns');
    for (const { observed_at } of rows) {
      expect(observed_at).toBeLessThanOrEqual(Date.now());
      expect(observed_at).toBeGreaterThan(Date.now() - MINUTE_MS);
    }
    expect(eventsOf(conductor, 'user_turn.observed')).toMatchObject([
      { said_at: turn.observed_at },
      { said_at: 0 },
    ]);
  });

  it.each([0, AGES_MS])('our turn at %j stands where its delivery does', async (observed_at) => {
    const { conductor, browser, inbox, enqueued, job } = await delivering();
    browser.send(deliveryResult(enqueued, 'acked', { observed_at }));
    await inbox.first('conversation.state', ({ jobs }) => jobs[0]?.status === 'acked');
    const [turn] = conductor.rows<{ observed_at: number }>(
      "select * from user_turns where author = 'baton'",
    );
    expect(turn?.observed_at).toBeGreaterThanOrEqual(Number(job()['started_at']));
    expect(turn?.observed_at).toBeLessThanOrEqual(Date.now());
  });
});
