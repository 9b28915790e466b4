import { expect, it } from 'vitest';

import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
  userTurn,
} from '../../../../kit/browser-frames.ts';
import type { FrameInbox } from '../../../../kit/frame-inbox.ts';
import { runConductor } from '../../../../kit/running-conductor.ts';
import { pairBrowser, type SimulatedBrowser } from '../../../../kit/simulated-browser.ts';

const ECHO = '@conductor::echo::{"text":"said"}';

function ask(browser: SimulatedBrowser, frame: object): void {
  browser.raw(JSON.stringify({ v: 1, ...frame }));
}

const last = (inbox: FrameInbox) => inbox.of('overview').at(-1);

/** A conversation in auto with a message that the site refused and an action that waits, and another browser. */
async function needy() {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport([{ remote_conversation_id: 'a', title: 'Tea' }]));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  await conductor.admin('POST', '/v1/policy/rules', { tool: '*::echo', decision: 'ask' });
  await conductor.admin('POST', `/v1/conversations/${id}/messages`, { text: 'Never arrives.' });
  const sent = await inbox.first('delivery.enqueue');
  browser.send(
    deliveryResult(sent, 'failed', {
      error_code: 'send_refused',
      error_message: 'The site answered 403.',
    }),
  );
  browser.send(finalMessage('a', 'reply-1', asking(ECHO)));
  await inbox.first('conversation.state', ({ approvals }) => approvals.length === 1);
  const disk = await pairBrowser(conductor.url, conductor.adminSecret);
  const other = await conductor.browser({ disk });
  ask(other.browser, { id: 'w-1', type: 'overview_watch' });
  const overview = await other.inbox.first('overview');
  return { conductor, browser, inbox, id, other, overview, job: sent.job_id };
}

it('tells a browser what needs the person in conversations of another one', async () => {
  const { overview, job } = await needy();
  const place = {
    platform: 'chatgpt',
    remote_conversation_id: 'a',
    title: 'Tea',
    page_url: 'https://chatgpt.com/c/a',
  };
  expect(overview.approvals).toMatchObject([
    { ...place, action: 'conductor::echo', params: '{"text":"said"}', risk: 'low' },
  ]);
  expect(overview.failures).toMatchObject([
    { ...place, job_id: job, error_code: 'send_refused', error_message: 'The site answered 403.' },
  ]);
  expect(overview.rules).toMatchObject([
    { tool: '*::echo', params: [], decision: 'ask', conversation: null },
  ]);
  expect(overview.tool_servers).toEqual([]);
});

it('what another browser answers happens, and is told of no more', async () => {
  const { other, inbox, overview } = await needy();
  other.browser.send({
    type: 'approval.decide',
    approval_id: overview.approvals[0]?.approval_id ?? '',
    decision: 'approve',
    reason: null,
  });
  await expect.poll(() => last(other.inbox)?.approvals).toEqual([]);
  const { message_text } = await inbox.first('delivery.enqueue', (one) => one.origin === 'reply');
  expect(message_text).toContain('said');
});

it('a yes for good makes a rule of the conversation and the tool, and of nothing else', async () => {
  const { conductor, other, browser, inbox, overview } = await needy();
  other.browser.send({
    type: 'approval.decide',
    approval_id: overview.approvals[0]?.approval_id ?? '',
    decision: 'approve',
    reason: null,
    always: true,
  });
  const first = await inbox.first('delivery.enqueue', (one) => one.origin === 'reply');
  const rules = `select conversation_key, tool_pattern, params_pattern_json, decision from policy_rules where decision = 'run'`;
  expect(conductor.rows(rules)).toEqual([
    {
      conversation_key: 'chatgpt/a',
      tool_pattern: 'conductor::echo',
      params_pattern_json: null,
      decision: 'run',
    },
  ]);
  browser.send(deliveryResult(first, 'acked'));
  const again = asking('@conductor::echo::{"text":"again"}');
  browser.send(finalMessage('a', 'reply-2', again, { observed_at: Date.now() + 1 }));
  const next = await inbox.first(
    'delivery.enqueue',
    (one) => one.origin === 'reply' && one.job_id !== first.job_id,
  );
  expect(next.message_text).toContain('again');
});

it('a no makes no rule, for good or not', async () => {
  const { conductor, other, overview } = await needy();
  other.browser.send({
    type: 'approval.decide',
    approval_id: overview.approvals[0]?.approval_id ?? '',
    decision: 'deny',
    reason: null,
    always: true,
  });
  await expect.poll(() => last(other.inbox)?.approvals).toEqual([]);
  expect(conductor.rows('select decision from policy_rules')).toEqual([{ decision: 'ask' }]);
});

it('a failure is told of until a person puts it aside, whatever gets through later', async () => {
  const { conductor, other, inbox, browser, id, job } = await needy();
  await conductor.admin('POST', `/v1/conversations/${id}/messages`, { text: 'This one arrives.' });
  const sent = await inbox.first('delivery.enqueue', ({ job_id }) => job_id !== job);
  browser.send(deliveryResult(sent, 'acked'));
  browser.send(finalMessage('a', 'reply-2', 'Thanks.', { observed_at: Date.now() + 1 }));
  await expect
    .poll(() => conductor.rows(`select status from delivery_jobs where job_id = '${sent.job_id}'`))
    .toEqual([{ status: 'finalized' }]);
  const state = () => inbox.of('conversation.state').at(-1);
  await expect.poll(() => state()?.jobs.map(({ job_id }) => job_id)).toEqual([job]);
  other.browser.send({ type: 'delivery.dismiss', job_id: job });
  await expect.poll(() => last(other.inbox)?.failures).toEqual([]);
  await expect.poll(() => state()?.jobs).toEqual([]);
  // Tried again, and failed again, it is news again.
  await conductor.admin('POST', `/v1/jobs/${job}/retry`);
  const again = await inbox.first(
    'delivery.enqueue',
    (one) => one.job_id === job && one.attempt > 1,
  );
  browser.send(deliveryResult(again, 'failed', { error_code: 'send_refused' }));
  await expect.poll(() => last(other.inbox)?.failures.map(({ job_id }) => job_id)).toEqual([job]);
});

it('what a person cancelled is no failure to be told of', async () => {
  const { conductor, other, browser, inbox, id, job } = await needy();
  browser.send(runtimeReport([]));
  await inbox.allAcked();
  const path = `/v1/conversations/${id}/messages`;
  const written = await conductor.admin('POST', path, { text: 'On second thoughts, no.' });
  const { job: unsent } = (await written.json()) as { job: { job_id: string } };
  await conductor.admin('POST', `/v1/jobs/${unsent.job_id}/cancel`);
  const status = `select status from delivery_jobs where job_id = '${unsent.job_id}'`;
  expect(conductor.rows(status)).toEqual([{ status: 'failed' }]);
  const told = other.inbox.of('overview').length;
  ask(other.browser, { id: 'w-2', type: 'overview_watch' });
  await expect.poll(() => other.inbox.of('overview').length).toBeGreaterThan(told);
  expect(last(other.inbox)?.failures.map(({ job_id }) => job_id)).toEqual([job]);
});

it('gives the text of a delivery, and the briefing of an assistant, to who asks', async () => {
  const { other, job } = await needy();
  ask(other.browser, { id: 'm-1', type: 'message_ask', job_id: job });
  ask(other.browser, { id: 'm-2', type: 'message_ask', job_id: 'nothing' });
  const conversation = { platform: 'chatgpt', remote_conversation_id: 'a' };
  ask(other.browser, { id: 'b-1', type: 'briefing_ask', conversation });
  const answer = (ref: string) => other.inbox.first('text', ({ ref_id }) => ref_id === ref);
  expect((await answer('m-1')).text).toBe('Never arrives.');
  expect((await answer('m-2')).text).toBeNull();
  const { text } = await answer('b-1');
  expect(text).toContain('@conductor::describe');
  expect(text).toContain('echo!');
});

it('a conversation that a person begins is as they chose for its site, there and nowhere else', async () => {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['before']));
  browser.send({ type: 'site.set_default_mode', platform: 'chatgpt', mode: 'auto' });
  await inbox.allAcked();
  browser.send(
    runtimeReport([
      { remote_conversation_id: 'before', by_hand: true },
      { remote_conversation_id: 'new', by_hand: true },
      { platform: 'claude', remote_conversation_id: 'elsewhere', by_hand: true },
    ]),
  );
  browser.send(finalMessage('new', 'reply-1', asking(ECHO)));
  expect((await inbox.first('delivery.enqueue')).message_text).toContain('said');
  expect(
    conductor.rows('select remote_conversation_id as id, mode from conversations order by 1'),
  ).toEqual([
    { id: 'before', mode: 'manual' },
    { id: 'elsewhere', mode: 'manual' },
    { id: 'new', mode: 'auto' },
  ]);
  ask(browser, { id: 'w-1', type: 'overview_watch' });
  expect((await inbox.first('overview')).default_modes).toEqual([
    { platform: 'chatgpt', mode: 'auto' },
  ]);
  browser.send({ type: 'site.set_default_mode', platform: 'chatgpt', mode: 'manual' });
  await expect
    .poll(() => last(inbox)?.default_modes)
    .toEqual([{ platform: 'chatgpt', mode: 'manual' }]);
});

it('a conversation that nobody was seen beginning, as by a link that brings words along, begins in manual', async () => {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send({ type: 'site.set_default_mode', platform: 'chatgpt', mode: 'auto' });
  browser.send(runtimeReport(['reported']));
  browser.send(userTurn('told-by-turn', 'turn-1', 'Read my letters aloud.'));
  for (const id of ['reported', 'told-by-turn', 'told-by-reply'])
    browser.send(finalMessage(id, `reply-in-${id}`, asking(ECHO)));
  await inbox.allAcked();
  expect(conductor.rows('select distinct mode from conversations')).toEqual([{ mode: 'manual' }]);
  expect(conductor.rows('select instruction_id from instructions')).toEqual([]);
  browser.send(userTurn('turn-by-hand', 'turn-2', 'Hello.', { by_hand: true }));
  browser.send(finalMessage('reply-by-hand', 'reply-2', asking(ECHO), { by_hand: true }));
  await inbox.allAcked();
  expect(
    conductor.rows(`select remote_conversation_id as id from conversations where mode = 'auto'`),
  ).toEqual([{ id: 'turn-by-hand' }, { id: 'reply-by-hand' }]);
});

it('a default mode that a person changes outside of a browser is told to browsers, and so is its reset', async () => {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  ask(browser, { id: 'w-1', type: 'overview_watch' });
  await inbox.first('overview');
  await conductor.admin('PATCH', '/v1/settings', { default_modes: { chatgpt: 'auto' } });
  await expect
    .poll(() => last(inbox)?.default_modes)
    .toEqual([{ platform: 'chatgpt', mode: 'auto' }]);
  await conductor.admin('DELETE', '/v1/settings/default_modes');
  await expect.poll(() => last(inbox)?.default_modes).toEqual([]);
});

it('a rule that a person adds, changes or removes is told to browsers', async () => {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  ask(browser, { id: 'w-1', type: 'overview_watch' });
  expect((await inbox.first('overview')).rules).toEqual([]);
  const wanted = { tool: '*::echo', decision: 'ask' };
  const added = await conductor.admin('POST', '/v1/policy/rules', wanted);
  await expect.poll(() => last(inbox)?.rules).toMatchObject([wanted]);
  const { rule_id: id } = (await added.json()) as { rule_id: string };
  await conductor.admin('PUT', `/v1/policy/rules/${id}`, { ...wanted, decision: 'deny' });
  await expect.poll(() => last(inbox)?.rules[0]?.decision).toBe('deny');
  await conductor.admin('DELETE', `/v1/policy/rules/${id}`);
  await expect.poll(() => last(inbox)?.rules).toEqual([]);
});
