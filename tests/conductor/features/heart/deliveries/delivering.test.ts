import { describe, expect, it } from 'vitest';

import type { Hooks } from '../../../../../conductor/src/conductor.ts';
import type { Config } from '../../../../../conductor/src/config.ts';
import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
} from '../../../../kit/browser-frames.ts';
import type { FrameInbox } from '../../../../kit/frame-inbox.ts';
import { runConductor, type RunningConductor, tempDir } from '../../../../kit/running-conductor.ts';
import type { SimulatedBrowser } from '../../../../kit/simulated-browser.ts';

const OTHER_ORIGIN = 'moz-extension://99999999-2222-4333-8444-555555555555';

/** Retries as soon as the dispatcher looks again. */
const EAGER = { retryBaseMs: 1, retryCapMs: 1 } as const;

interface Delivering {
  readonly conductor: RunningConductor;
  readonly browser: SimulatedBrowser;
  readonly inbox: FrameInbox;
  readonly id: string;
  readonly enqueued: FrameOf<'delivery.enqueue'>;
  /** The job as it stands on disk. */
  readonly job: () => Record<string, unknown>;
}

/** A browser that was just given the first delivery of conversation `a`. */
async function delivering(
  changed: Partial<Config> = {},
  hooks: Pick<Hooks, 'now'> = {},
): Promise<Delivering> {
  const conductor = await runConductor(changed, tempDir(), hooks);
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  browser.send(finalMessage('a', 'reply-1', asking('@conductor::time')));
  const enqueued = await inbox.first('delivery.enqueue');
  const job = () =>
    conductor.rows(`select * from delivery_jobs where job_id = '${enqueued.job_id}'`)[0] ?? {};
  return { conductor, browser, inbox, id, enqueued, job };
}

const attempt = (inbox: FrameInbox, n: number) =>
  inbox.first('delivery.enqueue', (one) => one.attempt === n);

const shown = (inbox: FrameInbox, status: string) =>
  inbox.first('conversation.state', ({ jobs }) => jobs.some((job) => job.status === status));

describe('a delivery that fails', () => {
  it('is tried again, and after its last try waits for a person', async () => {
    let aheadMs = 0;
    const now = (): number => Date.now() + aheadMs;
    const { browser, inbox, enqueued, job } = await delivering(
      { ...EAGER, maxAttempts: 3 },
      { now },
    );
    const closed = { error_code: 'page_gone', error_message: 'closed' } as const;
    // People are told a moment later, of what holds then: so it has to wait for longer than that.
    browser.send(deliveryResult(enqueued, 'failed', { ...closed, retry_after_ms: 3_600_000 }));
    expect(await shown(inbox, 'retry_wait')).toMatchObject({ jobs: [closed] });
    aheadMs = 3_600_001;
    for (const n of [2, 3]) {
      const again = await attempt(inbox, n);
      expect(again).toMatchObject({
        job_id: enqueued.job_id,
        message_text: enqueued.message_text,
        reconcile: false,
      });
      browser.send(
        deliveryResult(again, 'failed', { error_code: 'send_rejected', error_message: 'no' }),
      );
    }
    await shown(inbox, 'failed');
    expect(job()).toMatchObject({
      status: 'failed',
      attempt_count: 3,
      last_error_code: 'attempts_exhausted',
      last_error_text: '3 tries; the last: send_rejected: no',
      due_at: null,
    });
  });

  it('can be shown to a person however long its error is', async () => {
    const { browser, inbox, enqueued } = await delivering({ maxAttempts: 1 });
    browser.send(
      deliveryResult(enqueued, 'failed', {
        error_code: 'send_rejected',
        error_message: 'x'.repeat(2_000),
      }),
    );
    const { jobs } = await shown(inbox, 'failed');
    expect(jobs[0]?.error_message).toHaveLength(2_000);
  });

  it('waits as long as the site asks', async () => {
    const { browser, inbox, enqueued, job } = await delivering({ ...EAGER });
    const before = Date.now();
    browser.send(
      deliveryResult(enqueued, 'failed', { error_code: 'rate_limited', retry_after_ms: 3_600_000 }),
    );
    await shown(inbox, 'retry_wait');
    expect(job()['due_at']).toBeGreaterThanOrEqual(before + 3_600_000);
  });

  it.each([
    'delivery_uncertain',
    'challenge_required',
    'missing_credential',
    'adapter_drift',
    'text_mangled',
  ] as const)('for %s is not tried again: a person decides', async (error_code) => {
    const { browser, inbox, enqueued, job } = await delivering({ ...EAGER });
    browser.send(deliveryResult(enqueued, 'failed', { error_code }));
    await shown(inbox, 'failed');
    expect(job()).toMatchObject({
      status: 'failed',
      attempt_count: 1,
      last_error_code: error_code,
      due_at: null,
    });
  });

  it.each([
    ['delivery_uncertain', true],
    ['challenge_required', false],
  ] as const)(
    'for %s goes out again when a person says so, after a look where it may be there',
    async (error_code, reconcile) => {
      const { browser, inbox, enqueued, job } = await delivering({ ...EAGER, maxAttempts: 1 });
      browser.send(deliveryResult(enqueued, 'failed', { error_code }));
      await shown(inbox, 'failed');
      browser.send({ type: 'delivery.retry', job_id: enqueued.job_id });
      const again = await inbox.first('delivery.enqueue', (frame) => frame.attempt === 2);
      expect(again).toMatchObject({ job_id: enqueued.job_id, attempt: 2, reconcile });
      browser.send(deliveryResult(again, 'acked'));
      await shown(inbox, 'acked');
      expect(job()).toMatchObject({ status: 'acked', max_attempts: 2, last_error_code: null });
    },
  );

  it('goes out without a look when a person says that it is not there, and only then', async () => {
    const { browser, inbox, enqueued, conductor } = await delivering({ ...EAGER });
    const resend = async () =>
      (await conductor.admin('POST', `/v1/jobs/${enqueued.job_id}/resend`)).status;
    browser.send(deliveryResult(enqueued, 'failed', { error_code: 'challenge_required' }));
    await shown(inbox, 'failed');
    expect(await resend()).toBe(409);
    browser.send({ type: 'delivery.retry', job_id: enqueued.job_id });
    const second = await inbox.first('delivery.enqueue', ({ attempt }) => attempt === 2);
    browser.send(deliveryResult(second, 'failed', { error_code: 'delivery_uncertain' }));
    await expect.poll(resend).toBe(200);
    const third = await inbox.first('delivery.enqueue', ({ attempt }) => attempt === 3);
    expect(third.reconcile).toBe(false);
    // What its browser found after all is known to be there.
    browser.send(deliveryResult(third, 'failed', { error_code: 'delivery_uncertain' }));
    browser.send(deliveryResult(third, 'acked', { user_message_id: 'turn-1' }));
    await inbox.allAcked();
    expect(await resend()).toBe(409);
  });

  it('is looked for when a person says so after a browser had said that it is there', async () => {
    const { browser, inbox, enqueued } = await delivering();
    browser.send(deliveryResult(enqueued, 'failed', { error_code: 'delivery_uncertain' }));
    browser.send(deliveryResult(enqueued, 'acked', { user_message_id: 'turn-1' }));
    browser.send({ type: 'delivery.retry', job_id: enqueued.job_id });
    const again = await inbox.first('delivery.enqueue', (frame) => frame.attempt === 2);
    expect(again.reconcile).toBe(true);
  });

  it('whose reply a person awaits no longer has ended, and the next goes out', async () => {
    const { conductor, browser, inbox, enqueued, id, job } = await delivering();
    browser.send(deliveryResult(enqueued, 'acked', { user_message_id: 'turn-1' }));
    await shown(inbox, 'acked');
    await conductor.admin('POST', `/v1/conversations/${id}/messages`, { text: 'And this.' });
    const cancel = async (): Promise<unknown> =>
      (await conductor.admin('POST', `/v1/jobs/${enqueued.job_id}/cancel`)).json();
    const text = 'The message is in the chat; its reply is no longer awaited.';
    expect(await cancel()).toMatchObject({ status: 'failed', error: { code: 'cancelled', text } });
    await inbox.first('delivery.enqueue', (one) => one.message_text === 'And this.');
    expect(await cancel()).toMatchObject({ code: 'invalid_transition' });
    // Should a person send it again, it is looked for first.
    expect(job()['reconcile']).toBe(1);
  });

  it('is put aside in a browser: the reply to it is not awaited, and a failure not shown', async () => {
    const { browser, inbox, enqueued, job } = await delivering();
    const putAside = (): unknown =>
      browser.send({ type: 'delivery.dismiss', job_id: enqueued.job_id });
    putAside();
    await inbox.allAcked();
    expect(job()['status']).toBe('dispatched');
    browser.send(deliveryResult(enqueued, 'acked', { user_message_id: 'turn-1' }));
    await shown(inbox, 'acked');
    putAside();
    await inbox.allAcked();
    expect(job()).toMatchObject({ status: 'failed', last_error_code: 'cancelled' });
  });

  describe('that nobody could tell of, and a person finds in the conversation', () => {
    const find = async ({ conductor, enqueued }: Delivering) =>
      (await conductor.admin('POST', `/v1/jobs/${enqueued.job_id}/found`)).json();

    it('goes on as one that was seen there: its reply ends it', async () => {
      const all = await delivering();
      const { browser, inbox, enqueued, job } = all;
      browser.send(deliveryResult(enqueued, 'failed', { error_code: 'delivery_uncertain' }));
      await shown(inbox, 'failed');
      expect(await find(all)).toMatchObject({ status: 'acked', error: null });
      expect(job()['due_at']).toEqual(expect.any(Number));
      browser.send(finalMessage('a', 'reply-2', 'Thanks.'));
      await expect.poll(() => job()['status']).toBe('finalized');
      expect(await find(all)).toMatchObject({ code: 'invalid_transition' });
      expect(inbox.of('delivery.enqueue')).toHaveLength(1);
    });

    it('has ended where the conversation has gone on, and the next goes out', async () => {
      const all = await delivering();
      const { browser, inbox, enqueued, conductor, id } = all;
      browser.send(deliveryResult(enqueued, 'failed', { error_code: 'delivery_uncertain' }));
      await shown(inbox, 'failed');
      browser.send(finalMessage('a', 'reply-2', 'Thanks.'));
      await inbox.allAcked();
      expect(await find(all)).toMatchObject({ status: 'finalized', error: null });
      await conductor.admin('POST', `/v1/conversations/${id}/messages`, { text: 'And this.' });
      await inbox.first('delivery.enqueue', (one) => one.message_text === 'And this.');
    });

    it('is refused of one of which it is known', async () => {
      const all = await delivering();
      const { browser, inbox, enqueued, job } = all;
      browser.send(deliveryResult(enqueued, 'failed', { error_code: 'adapter_drift' }));
      await shown(inbox, 'failed');
      expect(await find(all)).toMatchObject({ code: 'invalid_transition' });
      expect(job()['status']).toBe('failed');
    });
  });

  it('is listed by the first letters of its id', async () => {
    const { conductor, enqueued } = await delivering();
    const found = async (id: string) =>
      ((await (await conductor.admin('GET', `/v1/jobs?id=${id}`)).json()) as { items: object[] })
        .items;
    const { job_id } = enqueued;
    expect(await found(job_id.slice(0, 6))).toMatchObject([{ job_id }]);
    expect(await found(job_id.slice(1, 6))).toEqual([]);
  });

  it('whose message is there is not sent again by anyone', async () => {
    const { browser, inbox, enqueued, job } = await delivering();
    browser.send(deliveryResult(enqueued, 'failed', { error_code: 'final_message_timeout' }));
    await shown(inbox, 'failed');
    browser.send({ type: 'delivery.retry', job_id: enqueued.job_id });
    browser.send({ type: 'delivery.retry', job_id: 'no-such-job' });
    await inbox.allAcked();
    expect(job()).toMatchObject({ status: 'failed', attempt_count: 1 });
  });

  it('is looked for before it goes out again when its browser says late that it is there', async () => {
    const { browser, inbox, enqueued, job } = await delivering();
    const later = { error_code: 'rate_limited', retry_after_ms: 3_600_000 } as const;
    browser.send(deliveryResult(enqueued, 'failed', later));
    browser.send(deliveryResult(enqueued, 'acked', { user_message_id: 'turn-1' }));
    await inbox.allAcked();
    expect(job()).toMatchObject({
      status: 'retry_wait',
      reconcile: 1,
      user_message_id: 'turn-1',
      due_at: expect.any(Number),
    });
  });

  it('gives way to the next one of its conversation', async () => {
    const { browser, inbox, enqueued } = await delivering();
    browser.send(finalMessage('a', 'reply-2', asking('@conductor::describe')));
    browser.send(deliveryResult(enqueued, 'failed', { error_code: 'adapter_drift' }));
    const next = await inbox.first('delivery.enqueue', ({ job_id }) => job_id !== enqueued.job_id);
    expect(next.assistant_message_id).toBe('reply-2');
  });
});

describe('deliveries of one conversation', () => {
  it('do not overtake one that is to be tried again', async () => {
    const { browser, inbox, enqueued, conductor, id } = await delivering(EAGER);
    await conductor.admin('POST', `/v1/conversations/${id}/messages`, { text: 'And this.' });
    const limited = { error_code: 'send_rejected', retry_after_ms: 700 } as const;
    browser.send(deliveryResult(enqueued, 'failed', limited));
    const again = await attempt(inbox, 2);
    expect(again.job_id).toBe(enqueued.job_id);
    browser.send(deliveryResult(again, 'acked'));
    browser.send(finalMessage('a', 'reply-2', 'Thanks.'));
    await inbox.first('delivery.enqueue', (one) => one.message_text === 'And this.');
    expect(inbox.of('delivery.enqueue').map(({ message_text }) => message_text)).toEqual([
      enqueued.message_text,
      enqueued.message_text,
      'And this.',
    ]);
  });

  it('keep their order, and are ended by their replies, when the clock is set back', async () => {
    let setBackMs = 0;
    const { browser, inbox, enqueued, conductor, id } = await delivering(EAGER, {
      now: () => Date.now() - setBackMs,
    });
    const write = (text: string) =>
      conductor.admin('POST', `/v1/conversations/${id}/messages`, { text });
    await write('First.');
    setBackMs = 60_000;
    await write('Second.');
    browser.send(deliveryResult(enqueued, 'acked'));
    browser.send(finalMessage('a', 'reply-2', 'Thanks.'));
    const next = await inbox.first('delivery.enqueue', ({ job_id }) => job_id !== enqueued.job_id);
    expect(next.message_text).toBe('First.');
  });
});

describe('a delivery under way', () => {
  it('is not ended by the reply before it, when the clock was set back in between', async () => {
    let setBackMs = 0;
    const { browser, inbox, enqueued, conductor, id } = await delivering(EAGER, {
      now: () => Date.now() - setBackMs,
    });
    await conductor.admin('POST', `/v1/conversations/${id}/messages`, { text: 'Next.' });
    browser.send(deliveryResult(enqueued, 'acked'));
    browser.send(finalMessage('a', 'reply-2', 'Thanks.'));
    await inbox.allAcked();
    setBackMs = 60_000;
    const next = await inbox.first('delivery.enqueue', ({ job_id }) => job_id !== enqueued.job_id);
    browser.send(deliveryResult({ ...next }, 'waiting', { error_code: 'draft_present' }));
    browser.send(deliveryResult(next, 'acked'));
    await inbox.allAcked();
    expect(
      conductor.rows(`select status from delivery_jobs where job_id = '${next.job_id}'`),
    ).toEqual([{ status: 'acked' }]);
  });

  it('that waits changes no state, and people are told for what', async () => {
    const { browser, inbox, enqueued, job } = await delivering();
    browser.send(
      deliveryResult(enqueued, 'waiting', {
        error_code: 'draft_present',
        error_message: 'a draft',
      }),
    );
    const told = await inbox.first(
      'conversation.state',
      ({ jobs }) => jobs[0]?.error_code === 'draft_present',
    );
    expect(told.jobs).toMatchObject([{ status: 'dispatched', attempt_count: 1 }]);
    expect(job()).toMatchObject({ status: 'dispatched', attempt_count: 1, due_at: null });
    browser.send(deliveryResult(enqueued, 'acked'));
    await shown(inbox, 'acked');
  });

  it('lets no second one of its conversation out beside it', async () => {
    const { browser, inbox, enqueued } = await delivering();
    browser.send(finalMessage('a', 'reply-2', asking('@conductor::describe')));
    await inbox.first('conversation.state', ({ jobs }) => jobs.length === 2);
    browser.send(runtimeReport(['a', 'b']));
    await inbox.allAcked();
    expect(inbox.of('delivery.enqueue')).toEqual([enqueued]);
  });

  it('does not hold up another conversation', async () => {
    const { conductor, browser, inbox } = await delivering();
    browser.send(runtimeReport(['a', 'b']));
    const { local_conversation_id } = await inbox.first(
      'conversation.state',
      (state) => state.remote_conversation_id === 'b',
    );
    await conductor.setMode(local_conversation_id, 'auto');
    browser.send(finalMessage('b', 'reply-1', asking('@conductor::time')));
    await inbox.first('delivery.enqueue', (one) => one.remote_conversation_id === 'b');
  });

  it('heeds only the try it stands at', async () => {
    const { browser, inbox, enqueued, job } = await delivering();
    browser.send(
      deliveryResult({ ...enqueued, attempt: 7 }, 'failed', { error_code: 'adapter_drift' }),
    );
    await inbox.allAcked();
    expect(job()).toMatchObject({ status: 'dispatched', last_error_code: null });
  });

  it('is not ended by a reply from before it, told late', async () => {
    const { browser, inbox, enqueued, job } = await delivering();
    browser.send(deliveryResult(enqueued, 'acked'));
    browser.send(finalMessage('a', 'reply-0', 'Old news.', { observed_at: 1_000 }));
    await inbox.allAcked();
    expect(job()['status']).toBe('acked');
  });

  it('is ended by a reply that was told before our own turn was found, once it is known for the answer', async () => {
    const { browser, inbox, enqueued, job } = await delivering();
    const reply = asking('@conductor::describe');
    browser.send(finalMessage('a', 'reply-2', reply, { answers_job_id: null }));
    browser.send(deliveryResult(enqueued, 'acked'));
    await inbox.allAcked();
    expect(job()['status']).toBe('acked');
    browser.send(finalMessage('a', 'reply-2', reply, { answers_job_id: enqueued.job_id }));
    const next = await inbox.first('delivery.enqueue', ({ job_id }) => job_id !== enqueued.job_id);
    expect(next.assistant_message_id).toBe('reply-2');
    expect(job()).toMatchObject({ status: 'finalized', due_at: null });
  });

  it('is ended by its reply as the page shows it after a reload, and that does not act', async () => {
    const { browser, inbox, enqueued, job, conductor } = await delivering();
    browser.send(deliveryResult(enqueued, 'acked'));
    const details = { source: 'snapshot', answers_job_id: enqueued.job_id } as const;
    browser.send(finalMessage('a', 'shown-2', asking('@conductor::describe'), details));
    await inbox.allAcked();
    expect(job()).toMatchObject({ status: 'finalized', due_at: null });
    // That of the first reply, and no other.
    expect(conductor.rows('select * from instructions')).toHaveLength(1);
  });

  it('is not ended by the reply to another question', async () => {
    const { browser, inbox, enqueued, job } = await delivering();
    browser.send(deliveryResult(enqueued, 'acked'));
    browser.send(finalMessage('a', 'reply-2', 'To you.', { answers_job_id: null }));
    browser.send(finalMessage('a', 'reply-3', 'To that.', { answers_job_id: 'another-job' }));
    await inbox.allAcked();
    expect(job()['status']).toBe('acked');
    browser.send(finalMessage('a', 'reply-4', 'To Baton.', { answers_job_id: enqueued.job_id }));
    await inbox.allAcked();
    expect(job()['status']).toBe('finalized');
  });

  it('whose exchange ended without a reply fails, and lets the next one out', async () => {
    const { browser, inbox, enqueued, job, conductor, id } = await delivering();
    await conductor.admin('POST', `/v1/conversations/${id}/messages`, { text: 'Next.' });
    browser.send(deliveryResult(enqueued, 'acked'));
    const error_message = 'The connection broke.';
    browser.send(deliveryResult(enqueued, 'failed', { error_code: 'no_reply', error_message }));
    const next = await inbox.first('delivery.enqueue', ({ job_id }) => job_id !== enqueued.job_id);
    expect(next.message_text).toBe('Next.');
    expect(job()).toMatchObject({
      status: 'failed',
      last_error_code: 'no_reply',
      last_error_text: error_message,
      due_at: null,
    });
  });

  it('that got no reply is sent once more, as a new message, when a person says so', async () => {
    const { browser, inbox, enqueued } = await delivering();
    browser.send(deliveryResult(enqueued, 'acked'));
    browser.send(deliveryResult(enqueued, 'failed', { error_code: 'no_reply' }));
    browser.send(deliveryResult(enqueued, 'acked'));
    await inbox.allAcked();
    expect(inbox.of('delivery.enqueue')).toEqual([enqueued]);
    browser.send({ type: 'delivery.retry', job_id: enqueued.job_id });
    const again = await attempt(inbox, 2);
    expect(again).toMatchObject({ job_id: enqueued.job_id, reconcile: false });
  });

  it('that waits for its reply fails for no other reason that its browser names', async () => {
    const { browser, inbox, enqueued, job } = await delivering();
    browser.send(deliveryResult(enqueued, 'acked'));
    browser.send(deliveryResult(enqueued, 'failed', { error_code: 'page_gone' }));
    await inbox.allAcked();
    expect(job()['status']).toBe('acked');
  });

  it('is ended by a reply that a page showed first, once a browser knows it for the answer', async () => {
    const { browser, inbox, enqueued, job } = await delivering();
    browser.send(deliveryResult(enqueued, 'acked'));
    browser.send(finalMessage('a', 'reply-2', 'Thanks.', { source: 'snapshot' }));
    await inbox.allAcked();
    expect(job()['status']).toBe('acked');
    browser.send(finalMessage('a', 'reply-2', 'Thanks.'));
    await inbox.allAcked();
    expect(job()['status']).toBe('finalized');
  });

  it('whose reply never comes fails, and is never sent again', async () => {
    const { browser, inbox, enqueued, job, conductor } = await delivering({
      ...EAGER,
      finalTimeoutMs: 1,
    });
    browser.send(deliveryResult(enqueued, 'acked'));
    await shown(inbox, 'failed');
    expect(job()).toMatchObject({
      status: 'failed',
      last_error_code: 'final_message_timeout',
      due_at: null,
    });
    browser.send(deliveryResult(enqueued, 'acked'));
    browser.send(finalMessage('a', 'reply-2', 'At last.'));
    await inbox.allAcked();
    expect(job()['status']).toBe('failed');
    expect(inbox.of('delivery.enqueue')).toEqual([enqueued]);
    expect(conductor.rows(`select status from delivery_jobs`)).toHaveLength(1);
  });
});

describe('two browsers that can both serve a conversation', () => {
  /** Beside the first browser stands a second one that can serve `a` too. */
  async function two(changed: Partial<Config> = {}, hooks: Pick<Hooks, 'now'> = {}) {
    const first = await delivering(changed, hooks);
    const second = await first.conductor.browser({ origin: OTHER_ORIGIN });
    second.browser.send(runtimeReport(['a']));
    await second.inbox.first('conversation.state');
    return { ...first, second };
  }

  it('get each delivery once between them', async () => {
    const { second, enqueued, browser, inbox } = await two();
    browser.send(deliveryResult(enqueued, 'acked'));
    browser.send(finalMessage('a', 'reply-2', 'Thanks.'));
    await inbox.allAcked();
    expect(inbox.of('delivery.enqueue')).toHaveLength(1);
    expect(second.inbox.of('delivery.enqueue')).toEqual([]);
  });

  it('leave it to the one that delivers to tell of the reply, so that it can act', async () => {
    const { second, enqueued, browser, inbox } = await two();
    browser.send(deliveryResult(enqueued, 'acked'));
    await inbox.allAcked();
    const reply = asking('@conductor::describe');
    second.browser.send(finalMessage('a', 'reply-2', reply, { source: 'snapshot' }));
    await second.inbox.allAcked();
    browser.send(finalMessage('a', 'reply-2', reply));
    const next = await inbox.first('delivery.enqueue', ({ job_id }) => job_id !== enqueued.job_id);
    expect(next.assistant_message_id).toBe('reply-2');
  });

  it('act on a reply that the page of the second showed before it had looked', async () => {
    const { second, enqueued, browser } = await two({ leaseMs: 100 });
    browser.close();
    const taken = await second.inbox.first('delivery.enqueue');
    const reply = asking('@conductor::describe');
    second.browser.send(finalMessage('a', 'reply-2', reply, { source: 'snapshot' }));
    second.browser.send(deliveryResult(taken, 'acked'));
    second.browser.send(finalMessage('a', 'reply-2', reply));
    const next = await second.inbox.first(
      'delivery.enqueue',
      ({ job_id }) => job_id !== enqueued.job_id,
    );
    expect(next.assistant_message_id).toBe('reply-2');
  });

  it('hand it over when the first is gone for longer than its lease: the second looks before it sends', async () => {
    const { second, enqueued, browser, conductor, job } = await two({ leaseMs: 100 });
    const { disk } = browser;
    browser.close();
    const taken = await second.inbox.first('delivery.enqueue');
    expect(taken).toMatchObject({ job_id: enqueued.job_id, attempt: 2, reconcile: true });
    expect(job()).toMatchObject({ status: 'dispatched', attempt_count: 2 });

    const back = await conductor.browser({ disk });
    const cancel = await back.inbox.first('delivery.cancel');
    expect(cancel.job_id).toBe(enqueued.job_id);
    expect(back.inbox.of('welcome')).toMatchObject([{ held_job_ids: [] }]);
  });

  it('have no more than one that is told to send, when the first was away before it heard of the job', async () => {
    const conductor = await runConductor({ leaseMs: 100 });
    const { browser, inbox } = await conductor.browser();
    browser.send(runtimeReport(['a']));
    const { local_conversation_id: id } = await inbox.first('conversation.state');
    await inbox.allAcked();
    const disk = structuredClone(browser.disk);
    browser.freeze();
    await conductor.admin('POST', `/v1/conversations/${id}/messages?wait=none`, { text: 'Once.' });
    const dispatched = `select job_id from delivery_jobs where status = 'dispatched'`;
    await expect.poll(() => conductor.rows(dispatched)).toHaveLength(1);
    browser.close();
    const second = await conductor.browser({ origin: OTHER_ORIGIN });
    second.browser.send(runtimeReport(['a']));
    await second.inbox.first('delivery.enqueue', ({ attempt: nth }) => nth === 2);
    const back = await conductor.browser({ disk });
    await back.inbox.first('delivery.cancel');
    expect(back.inbox.of('delivery.enqueue')).toEqual([]);
  });

  it('do not hand it over while the first comes back in time', async () => {
    const { second, enqueued, browser, conductor } = await two({ leaseMs: 60_000 });
    const { disk } = browser;
    browser.close();
    const back = await conductor.browser({ disk });
    expect(back.inbox.of('welcome')).toMatchObject([{ held_job_ids: [enqueued.job_id] }]);
    second.browser.send(runtimeReport(['a']));
    await second.inbox.allAcked();
    expect(second.inbox.of('delivery.enqueue')).toEqual([]);
  });

  it('do not hand it over when the clock jumps while the first is away for a moment', async () => {
    let jumpedMs = 0;
    const now = (): number => Date.now() + jumpedMs;
    const { second, browser, enqueued, conductor } = await two({}, { now });
    const { disk } = browser;
    browser.close();
    jumpedMs = 3_600_000;
    second.browser.send(runtimeReport(['a']));
    await second.inbox.allAcked();
    const back = await conductor.browser({ disk });
    expect(back.inbox.of('welcome')).toMatchObject([{ held_job_ids: [enqueued.job_id] }]);
    expect(second.inbox.of('delivery.enqueue')).toEqual([]);
  });

  it('do not hand it over in a conversation that was paused meanwhile', async () => {
    const { second, browser, conductor, id, enqueued } = await two({ leaseMs: 100 });
    await conductor.setMode(id, 'paused');
    browser.close();
    const looks = () =>
      conductor.commits.flat().filter((step) => step === 'dispatch deliveries').length;
    const before = looks();
    await expect.poll(looks).toBeGreaterThan(before + 3);
    expect(second.inbox.of('delivery.enqueue')).toEqual([]);
    await conductor.setMode(id, 'auto');
    const taken = await second.inbox.first('delivery.enqueue');
    expect(taken).toMatchObject({ job_id: enqueued.job_id, reconcile: true });
  });

  it('believe the first when it says late that the message is there', async () => {
    const { second, enqueued, browser, conductor, job } = await two({ leaseMs: 100 });
    const { disk } = browser;
    browser.close();
    await second.inbox.first('delivery.enqueue');
    const back = await conductor.browser({ disk });
    back.browser.send(deliveryResult(enqueued, 'acked', { user_message_id: 'turn-1' }));
    await back.inbox.allAcked();
    expect(job()).toMatchObject({ status: 'acked', user_message_id: 'turn-1' });
  });

  it('do not believe the first when it says late that it failed', async () => {
    const { second, enqueued, browser, conductor, job } = await two({ leaseMs: 100 });
    const { disk } = browser;
    browser.close();
    await second.inbox.first('delivery.enqueue');
    const back = await conductor.browser({ disk });
    back.browser.send(deliveryResult(enqueued, 'failed', { error_code: 'page_gone' }));
    await back.inbox.allAcked();
    expect(job()).toMatchObject({ status: 'dispatched', attempt_count: 2 });
  });

  it('go on looking before they send until one could look, however many tries fail first', async () => {
    const { second, browser } = await two({ ...EAGER, leaseMs: 100 });
    browser.close();
    const taken = await attempt(second.inbox, 2);
    second.browser.send(deliveryResult(taken, 'failed', { error_code: 'page_gone' }));
    expect(await attempt(second.inbox, 3)).toMatchObject({ reconcile: true });
  });
});
