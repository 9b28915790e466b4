import { describe, expect, it } from 'vitest';

import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
  userTurn,
} from '../../../../kit/browser-frames.ts';
import { runConductor } from '../../../../kit/running-conductor.ts';
import { SimulatedChat } from '../../../../kit/simulated-chat.ts';

type Json = Record<string, unknown>;

/** A conductor, a browser that watches conversation `a`, and the API as a program sees it. */
async function world(changed: Parameters<typeof runConductor>[0] = {}) {
  const conductor = await runConductor(changed);
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> =>
    (await (await conductor.admin(method, path, body)).json()) as Json;
  const send = (text: string, query = '') =>
    ask('POST', `/v1/conversations/${id}/messages${query}`, { text });
  const enqueued = (nth: number): Promise<FrameOf<'delivery.enqueue'>> =>
    inbox.first('delivery.enqueue', (frame) => inbox.of('delivery.enqueue')[nth] === frame);
  const job = (jobId: unknown) => ask('GET', `/v1/jobs/${String(jobId)}`);
  const state = (fits: (frame: FrameOf<'conversation.state'>) => boolean) =>
    inbox.first('conversation.state', fits);
  return { conductor, browser, inbox, id, ask, send, enqueued, job, state };
}

const replyPathOf = (sent: Json): string =>
  `/v1/jobs/${String((sent['job'] as Json)['job_id'])}/reply`;

describe('a pause of all', () => {
  it('stops what goes on by itself, and lets that go on again, and no more', async () => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    browser.send(runtimeReport(['a', 'b', 'c', 'd']));
    const ids: Record<string, string> = {};
    for (const remote of ['a', 'b', 'c', 'd']) {
      const state = await inbox.first(
        'conversation.state',
        (frame) => frame.remote_conversation_id === remote,
      );
      ids[remote] = state.local_conversation_id;
    }
    const ask = async (method: string, path: string, body?: unknown): Promise<Json> =>
      (await (await conductor.admin(method, path, body)).json()) as Json;
    const set = (remote: string, mode: string) =>
      ask('PUT', `/v1/conversations/${ids[remote] ?? ''}/mode`, { mode });
    const modes = () =>
      conductor
        .rows<{ mode: string; reason: string | null }>(
          'select mode, pause_reason as reason from conversations order by remote_conversation_id',
        )
        .map(({ mode, reason }) => [mode, reason]);
    await set('a', 'auto');
    await set('b', 'auto');
    await set('d', 'paused');
    expect(await ask('POST', '/v1/pause')).toEqual({ paused: 2 });
    expect(modes()).toEqual([
      ['paused', 'all_paused'],
      ['paused', 'all_paused'],
      ['manual', null],
      ['paused', null],
    ]);
    expect((await ask('GET', '/v1/status'))['all_paused']).toBe(2);
    expect(await ask('POST', '/v1/pause')).toEqual({ paused: 0 });
    await set('b', 'manual');
    expect(await ask('POST', '/v1/resume')).toEqual({ resumed: 1 });
    expect(modes()).toEqual([
      ['auto', null],
      ['manual', null],
      ['manual', null],
      ['paused', null],
    ]);
    expect((await ask('GET', '/v1/status'))['all_paused']).toBe(0);
    expect(
      conductor.rows(`select 1 from events where type = 'conversation.mode_set'`),
    ).toHaveLength(7);
  });
});

describe('a message of a person', () => {
  it('goes out in manual too, where an assistant’s actions do not', async () => {
    const { browser, send, enqueued, ask } = await world();
    browser.send(finalMessage('a', 'reply-1', asking('@conductor::time')));
    const { job } = await send('Hello.');
    expect(await enqueued(0)).toMatchObject({
      job_id: (job as Json)['job_id'],
      message_text: 'Hello.',
      start_new: false,
    });
    expect((await ask('GET', '/v1/instructions'))['items']).toEqual([]);
  });

  it('is waited for until the actions of its reply are over, the person asked, and the last reply is there', async () => {
    const { conductor, browser, id, ask, send } = await world();
    await conductor.setMode(id, 'auto');
    await ask('POST', '/v1/policy/rules', {
      tool: 'conductor::time',
      decision: 'ask',
    });
    new SimulatedChat(browser, 'a', [asking('@conductor::time'), 'Done.']);
    const early = await send('Go.', '?wait=final');
    expect(early['reply']).toMatchObject({ text: asking('@conductor::time') });
    const inTime = await ask('GET', `${replyPathOf(early)}?timeout_ms=1`);
    expect(inTime).toMatchObject({ timed_out: true, open: { approvals: 1 } });

    const settled = ask('GET', replyPathOf(early));
    const { items } = await ask('GET', '/v1/approvals');
    const [approval] = items as Json[];
    await ask('POST', `/v1/approvals/${String(approval?.['approval_id'])}/decision`, {
      decision: 'approve',
    });
    expect(await settled).toMatchObject({ timed_out: false, reply: { text: 'Done.' } });
  });

  it('waits its turn, in order, and each for the reply to the one before', async () => {
    const { browser, inbox, send, ask } = await world();
    const chat = new SimulatedChat(browser, 'a', ['One.', 'Two.', 'Three.']);
    const sent = [await send('1'), await send('2'), await send('3')];
    const answers = await Promise.all(
      sent.map((one) => ask('GET', `${replyPathOf(one)}?until=final`)),
    );
    expect(answers.map(({ reply }) => (reply as Json)['text'])).toEqual(['One.', 'Two.', 'Three.']);
    expect(chat.messages.map(({ text }) => text)).toEqual(['1', '2', '3']);
    expect(inbox.of('delivery.enqueue')).toHaveLength(3);
    // Once nothing is open any more, what was said last is what came of it.
    const settled = await ask('GET', replyPathOf(sent[0] ?? {}));
    expect(settled).toMatchObject({
      timed_out: false,
      reply: { text: 'Three.' },
      open: { actions: 0, approvals: 0, deliveries: 0 },
    });
  });

  it('that is waited for too long is still on its way', async () => {
    const { browser, send, enqueued, ask } = await world();
    const answer = await send('Hello.', '?wait=final&timeout_ms=50');
    expect(answer).toMatchObject({ reply: null, timed_out: true });
    browser.send(deliveryResult(await enqueued(0), 'acked'));
    browser.send(finalMessage('a', 'reply-1', 'Hello to you.'));
    const { job_id } = answer['job'] as Json;
    const later = await ask('GET', `/v1/jobs/${String(job_id)}/reply`);
    expect(later).toMatchObject({ timed_out: false, reply: { text: 'Hello to you.' } });
  });

  it('is cancelled before it is sent, and once it is in the conversation its reply is not awaited', async () => {
    const { conductor, browser, send, ask, enqueued, state, id } = await world();
    await conductor.setMode(id, 'auto');
    const first = await send('One.');
    const frame = await enqueued(0);
    const second = await send('Two.');
    const path = (sent: Json) => `/v1/jobs/${String((sent['job'] as Json)['job_id'])}/cancel`;
    expect(await ask('POST', path(second))).toMatchObject({
      status: 'failed',
      error: { code: 'cancelled' },
    });
    browser.send(deliveryResult(frame, 'acked'));
    await state(({ jobs }) => jobs.some(({ status }) => status === 'acked'));
    expect(await ask('POST', path(first))).toMatchObject({
      status: 'failed',
      error: { code: 'cancelled', text: expect.stringContaining('no longer awaited') },
    });
  });
});

describe('a text that a person sends from elsewhere in the browser', () => {
  const marked = {
    type: 'message.send',
    platform: 'chatgpt',
    remote_conversation_id: 'a',
    text: 'Two lines,\nas marked.',
  } as const;

  it('goes out as their own message, in manual too', async () => {
    const { browser, enqueued } = await world();
    browser.send(marked);
    expect(await enqueued(0)).toMatchObject({ message_text: marked.text, origin: 'person' });
  });

  it('is one message, also when the frame comes again under another number', async () => {
    const { conductor, browser, inbox } = await world();
    const named = { ...marked, id: 'a-uuid' };
    browser.send(named);
    browser.send(named);
    await inbox.allAcked();
    expect(conductor.rows('select job_id from delivery_jobs')).toHaveLength(1);
    browser.send({ ...marked, id: 'another-uuid' });
    await inbox.allAcked();
    expect(conductor.rows('select job_id from delivery_jobs')).toHaveLength(2);
  });

  it.each([
    ['paused', 'a', 'conversation_paused'],
    ['manual', 'nowhere', 'not_found'],
  ] as const)('is refused, and the trail says why: %s, %s', async (mode, remote, code) => {
    const { conductor, browser, inbox, id, ask } = await world();
    await conductor.setMode(id, mode);
    browser.send({ ...marked, remote_conversation_id: remote });
    await inbox.allAcked();
    const { items } = await ask('GET', '/v1/events/log?type=message.refused');
    expect(items).toMatchObject([{ detail: { code } }]);
    expect(JSON.stringify(items)).not.toContain('marked');
    expect(conductor.rows('select * from delivery_jobs')).toEqual([]);
  });
});

describe('draining', () => {
  it('finishes what is queued, takes nothing new, and ends paused', async () => {
    const { conductor, browser, send, enqueued, state, id } = await world();
    await send('One.');
    const frame = await enqueued(0);
    await conductor.setMode(id, 'draining');
    expect(await send('Two.')).toMatchObject({ code: 'conversation_draining' });
    browser.send(finalMessage('a', 'reply-0', asking('@conductor::time'), { observed_at: 1 }));
    browser.send(deliveryResult(frame, 'acked'));
    browser.send(finalMessage('a', 'reply-1', 'Done.'));
    const paused = await state(({ mode }) => mode === 'paused');
    expect(paused.draining).toBe(false);
    expect(conductor.rows(`select status from delivery_jobs`)).toEqual([{ status: 'finalized' }]);
  });
});

describe('deleting a conversation', () => {
  it('takes everything of it, from every table, search and browser', async () => {
    const { conductor, browser, inbox, send, ask, id, enqueued } = await world();
    const secret = 'zanzibar';
    browser.send(finalMessage('a', 'reply-1', `The word is ${secret}.`));
    await inbox.allAcked();
    await send(`Say ${secret}.`);
    const frame = await enqueued(0);
    expect((await ask('GET', `/v1/search?q=${secret}`))['items']).toHaveLength(1);
    expect(await ask('DELETE', `/v1/conversations/${id}`)).toEqual({ deleted: true });
    expect((await inbox.first('delivery.cancel')).job_id).toBe(frame.job_id);
    expect((await ask('GET', `/v1/search?q=${secret}`))['items']).toEqual([]);
    expect(await ask('GET', `/v1/conversations/${id}`)).toMatchObject({ code: 'not_found' });
    const tables = conductor.rows<{ name: string }>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'message_search%'`,
    );
    for (const { name } of tables) {
      expect(JSON.stringify(conductor.rows(`select * from "${name}"`)), name).not.toContain(secret);
    }
  });
});

describe('what the person sends by hand', () => {
  it('is a turn of the conversation, and holds Baton back until its reply is final', async () => {
    const { conductor, browser, inbox, id, send, ask, enqueued } = await world();
    browser.send(userTurn('a', 'user-1', 'Wait, I do this one.'));
    await inbox.allAcked();
    await send('And this.');
    await conductor.admin('GET', '/v1/status');
    expect(inbox.of('delivery.enqueue')).toEqual([]);
    browser.send(finalMessage('a', 'reply-1', 'Go ahead.'));
    expect((await enqueued(0)).assistant_message_id).toBe('reply-1');
    const { items } = await ask('GET', `/v1/conversations/${id}/messages`);
    expect(items).toMatchObject([
      { role: 'assistant', text: 'Go ahead.' },
      { role: 'user', author: 'person', text: 'Wait, I do this one.' },
    ]);
  });

  it('is one turn, however many pages saw it', async () => {
    const { conductor, browser, inbox } = await world();
    browser.send(userTurn('a', 'user-1', 'Once.'));
    browser.send(userTurn('a', 'user-1', 'Once.'));
    await inbox.allAcked();
    expect(conductor.rows('select * from user_turns')).toHaveLength(1);
  });
});

describe('results whose reply is no longer the last', () => {
  /** The results of reply-1 wait because the conversation is paused; then another reply comes. */
  async function moved(stale: 'rebase' | 'ask') {
    const all = await world();
    const { conductor, browser, inbox, id, ask } = all;
    await ask('PATCH', `/v1/conversations/${id}`, { stale_anchors: stale });
    await conductor.setMode(id, 'auto');
    browser.send(runtimeReport([{ remote_conversation_id: 'a', runtime_status: 'missing_route' }]));
    browser.send(finalMessage('a', 'reply-1', asking('@conductor::time')));
    await inbox.first('conversation.state', ({ jobs }) => jobs.length === 1);
    browser.send(userTurn('a', 'user-1', 'Never mind.'));
    browser.send(finalMessage('a', 'reply-2', 'As you like.'));
    await inbox.allAcked();
    browser.send(runtimeReport(['a']));
    return all;
  }

  it('go after the one that is, by default', async () => {
    const { enqueued } = await moved('rebase');
    expect(await enqueued(0)).toMatchObject({ assistant_message_id: 'reply-2' });
  });

  it('wait for the person where they want to be asked, who can still send them', async () => {
    const { inbox, state, ask, enqueued } = await moved('ask');
    const asked = await state(({ jobs }) => jobs.some(({ status }) => status === 'failed'));
    const [job] = asked.jobs;
    expect(job).toMatchObject({ error_code: 'anchor_stale' });
    expect(inbox.of('delivery.enqueue')).toEqual([]);
    await ask('POST', `/v1/jobs/${job?.job_id ?? ''}/retry`);
    expect(await enqueued(0)).toMatchObject({
      job_id: job?.job_id,
      assistant_message_id: 'reply-2',
    });
  });
});

describe('a site that limits', () => {
  it('parks every conversation of the account, and tells until when', async () => {
    const { conductor, browser, inbox, ask, send, enqueued, state } = await world();
    browser.send(runtimeReport(['a', 'b']));
    const other = await state(({ remote_conversation_id: remote }) => remote === 'b');
    await send('One.');
    const first = await enqueued(0);
    const before = Date.now();
    browser.send(
      deliveryResult(first, 'failed', {
        error_code: 'rate_limited',
        error_message: 'Too many messages.',
        retry_after_ms: 60_000,
      }),
    );
    const parked = await state(({ parked_until: until }) => until !== null);
    expect(parked.parked_until).toBeGreaterThanOrEqual(before + 60_000);
    await conductor.admin('POST', `/v1/conversations/${other.local_conversation_id}/messages`, {
      text: 'Two.',
    });
    const status = await ask('GET', '/v1/status');
    expect(status['parked']).toMatchObject([
      { account_key: 'chatgpt', reason: 'Too many messages.' },
    ]);
    expect(inbox.of('delivery.enqueue')).toHaveLength(1);
  });
});

describe('settings', () => {
  it('that are changed at once are all kept', async () => {
    const { ask } = await world();
    await Promise.all([
      ask('PATCH', '/v1/settings', { policy: { medium: 'deny' } }),
      ask('PATCH', '/v1/settings', { policy: { high: 'deny' } }),
      ask('PATCH', '/v1/settings', { conversations_max_depth: 1 }),
    ]);
    expect(await ask('GET', '/v1/settings')).toMatchObject({
      settings: { policy: { medium: 'deny', high: 'deny' }, conversations_max_depth: 1 },
    });
  });
});

describe('the pace of an account', () => {
  it('spaces what goes out, whichever conversation it is for', async () => {
    const { conductor, browser, inbox, ask, send, id } = await world({ pacing: 'on' });
    const pace = { min_spacing_ms: 400, jitter_ms: 0, rolling: null };
    await ask('PATCH', '/v1/settings', { pacing: { chatgpt: pace } });
    const chat = new SimulatedChat(browser, 'a', ['1.', '2.', '3.']);
    await Promise.all([
      send('1', '?wait=final'),
      send('2', '?wait=final'),
      send('3', '?wait=final'),
    ]);
    expect(chat.messages).toHaveLength(3);
    expect(inbox.of('delivery.enqueue').every((frame) => frame.local_conversation_id === id)).toBe(
      true,
    );
    const sentAt = conductor
      .rows<{ at: number }>('select started_at as at from delivery_jobs order by started_at')
      .map(({ at }) => at);
    for (const [index, at] of sentAt.slice(1).entries()) {
      expect(at - (sentAt[index] ?? 0)).toBeGreaterThanOrEqual(400);
      // Not by the slow tick alone either.
      expect(at - (sentAt[index] ?? 0)).toBeLessThan(1_500);
    }
  });
});

describe('a conversation that repeats itself', () => {
  it('is stopped, and says why', async () => {
    const { conductor, browser, id, state, inbox, ask } = await world();
    await ask('PATCH', '/v1/settings', { loop_breaker: { max_equal_rounds: 2 } });
    await conductor.setMode(id, 'auto');
    const again = asking('@conductor::echo::{"text":"tea"}');
    const chat = new SimulatedChat(
      browser,
      'a',
      Array.from({ length: 20 }, () => again),
    );
    chat.reply();
    const paused = await state(({ mode }) => mode === 'paused');
    expect(paused.pause_reason).toMatch(/^loop_detected/);
    await inbox.allAcked();
    expect(chat.messages).toHaveLength(2);
  });
});

describe('a renewal', () => {
  it('goes on towards its goal until the stop phrase, and not once more', async () => {
    const { conductor, browser, id, ask, inbox, state } = await world();
    await conductor.setMode(id, 'auto');
    const chat = new SimulatedChat(browser, 'a', ['One step.', 'Two steps.', 'ALL DONE', 'Never.']);
    // There is something to go on from.
    chat.observe('reply-0', 'I could do that.');
    await inbox.allAcked();
    const renewal = {
      goal: 'three steps',
      spacing_ms: 1_000,
      max_turns: 9,
      stop_phrase: 'all done',
    };
    expect(await ask('PUT', `/v1/conversations/${id}/renewal`, renewal)).toMatchObject({
      status: 'active',
      turns_used: 0,
    });
    const stopped = await state(({ renewal: one }) => one?.status === 'stopped');
    expect(stopped.renewal).toMatchObject({
      turns_used: 3,
      stop_reason: 'stop_phrase',
      due_at: null,
    });
    await inbox.allAcked();
    expect(chat.messages).toHaveLength(3);
    expect(chat.messages[0]?.text).toContain('three steps');
  });

  it('stops when the person says so, at its turn limit, and with a pause', async () => {
    const { conductor, browser, id, ask, state, inbox } = await world();
    await conductor.setMode(id, 'auto');
    const chat = new SimulatedChat(browser, 'a', ['One.', 'Two.', 'Three.']);
    chat.observe('reply-0', 'I could do that.');
    await inbox.allAcked();
    const request = { goal: 'more', spacing_ms: 1_000, max_turns: 1 };
    await ask('PUT', `/v1/conversations/${id}/renewal`, request);
    const limited = await state(({ renewal: one }) => one?.status === 'stopped');
    expect(limited.renewal?.stop_reason).toBe('turn_limit');
    expect(chat.messages).toHaveLength(1);

    await ask('PUT', `/v1/conversations/${id}/renewal`, { ...request, spacing_ms: 3_600_000 });
    expect(await ask('DELETE', `/v1/conversations/${id}/renewal`)).toMatchObject({
      status: 'stopped',
      due_at: null,
    });
    expect(chat.messages).toHaveLength(1);
  });
});

it('where a page of it was seen is told of each conversation, and of no other', async () => {
  const { browser, inbox, ask } = await world();
  browser.send(runtimeReport(['a', 'b', 'unseen']));
  browser.send(finalMessage('a', 'reply-a', 'Hello.'));
  browser.send(finalMessage('b', 'reply-b', 'Hello.'));
  await inbox.allAcked();
  const { items } = (await ask('GET', '/v1/conversations')) as { items: readonly Json[] };
  const pages = items.map(async (one) => {
    const whole = await ask('GET', `/v1/conversations/${String(one['local_conversation_id'])}`);
    return [one['remote_conversation_id'], whole['page_url']];
  });
  expect(Object.fromEntries(await Promise.all(pages))).toEqual({
    a: 'https://chatgpt.com/c/a',
    b: 'https://chatgpt.com/c/b',
    unseen: null,
  });
});
