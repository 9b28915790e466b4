import { expect, onTestFinished, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import type { ConductorFrame, FrameOf } from '../../../../../shared/protocol/index.ts';
import { asking, deliveryResult, userTurn } from '../../../../kit/browser-frames.ts';
import {
  chatModelWorld as world,
  type Run,
  type Session,
} from '../../../../kit/chat-model-world.ts';
import { runConductor, tempDir } from '../../../../kit/running-conductor.ts';
import { SimulatedBrowser } from '../../../../kit/simulated-browser.ts';
import { SimulatedExecutor } from '../../../../kit/simulated-executor.ts';
import { SimulatedModelChat } from '../../../../kit/simulated-model-chat.ts';

/** Acts on the first message of each chat, and answers with the result that came back. */
const acting =
  (action: string) =>
  (text: string): string =>
    text.startsWith('Baton results') ? `It says: ${text.split('\n').at(-2)}` : asking(action);

const TIME = '@conductor::echo::{"text":"tea"}';

test('a new chat serves as the model of an agent, whose tools run in its own session', async () => {
  const { conductor, site, open, say, ask } = await world(acting(TIME));
  const session = await open('chat:chatgpt');
  const sent = await say(session, 'Which tea?');
  expect(sent.reply?.text).toBe('It says: tea');
  expect(site.heard.map(({ conversation }) => conversation)).toEqual(['chat-1', 'chat-1']);
  const [first, second] = site.heard;
  expect(first?.text).toMatch(
    /# Task.*# Tools.*@conductor::echo::.*# The person writes\n\nWhich tea\?$/s,
  );
  expect(second?.text).toMatch(/^Baton results \S+\n\n1\. @conductor::echo ok\n```text\ntea\n```$/);
  expect(await ask('GET', `/v1/agent-runs/${sent.job.job_id}`)).toMatchObject({
    status: 'succeeded',
    steps: [
      { text: 'Let me see.', calls: [{ name: 'conductor::echo', status: 'succeeded' }] },
      { text: 'It says: tea', calls: [] },
    ],
  });
  expect(
    conductor.rows<{ platform: string; n: number }>(
      `select substr(conversation_key, 1, 5) as platform, count(*) as n from instructions group by 1`,
    ),
  ).toEqual([{ platform: 'agent', n: 1 }]);
  expect(
    conductor.rows(`select json_extract(detail_json, '$.verdict') as verdict from events
      where type = 'message_anchor.observed'`),
  ).toEqual([{ verdict: 'agent' }, { verdict: 'agent' }]);
});

test('the next turn goes into the same chat, and says only what is new', async () => {
  const { site, open, say, ask } = await world((_text, count) => `Reply ${count}.`);
  const session = await open('chat:chatgpt');
  await say(session, 'One?');
  const sent = await say(session, 'Two?');
  expect(sent.reply?.text).toBe('Reply 2.');
  expect(site.heard.map(({ conversation }) => conversation)).toEqual(['chat-1', 'chat-1']);
  expect(site.heard[1]?.text).toBe('Two?');
  expect(await ask('GET', '/v1/model-bindings')).toMatchObject({
    items: [{ platform: 'chatgpt', session_id: session.session_id, turns: 2 }],
  });
});

test('a chat that a person names serves in whatever mode it is, and gives its agent nobody else', async () => {
  const { site, conductor, idOf, open, say, ask } = await world(acting(TIME));
  const mine = await idOf('mine');
  const session = await open(`conversation:${mine}`);
  expect((await say(session, 'Which tea?')).reply?.text).toBe('It says: tea');
  expect(site.heard.map(({ conversation }) => conversation)).toEqual(['mine', 'mine']);

  expect(await open(`conversation:${mine}`)).toMatchObject({ code: 'conversation_bound' });
  const other = await open('chat:chatgpt');
  const taken = { session: other.session_id, conversation: mine };
  expect(await ask('POST', '/v1/model-bindings', taken)).toMatchObject({
    code: 'conversation_bound',
    field: 'body.conversation',
  });
  const [binding] = (await ask<ResponseOf<'listModelBindings'>>('GET', '/v1/model-bindings')).items;
  await ask('DELETE', `/v1/model-bindings/${binding?.binding_id}`);
  expect(await ask('POST', '/v1/model-bindings', taken)).toMatchObject({ platform: 'chatgpt' });
  expect(
    conductor.rows(
      `select type, actor from events where type like 'model_binding%' order by rowid`,
    ),
  ).toEqual([
    { type: 'model_binding.bound', actor: 'conductor' },
    { type: 'model_binding.released', actor: 'person' },
    { type: 'model_binding.bound', actor: 'person' },
  ]);
});

test('browsers that watch a bound chat are told which agent it serves, until it is released', async () => {
  const { browser, idOf, open, ask } = await world(() => 'Here.');
  const serves: unknown[] = [];
  browser.on('frame', (frame) => {
    if (frame.type === 'conversation.state' && frame.remote_conversation_id === 'mine')
      serves.push(frame.serves);
  });
  const session = await open('chat:chatgpt');
  const conversation = await idOf('mine');
  const bound = { session: session.session_id, conversation };
  const binding = await ask<ResponseOf<'bindModel'>>('POST', '/v1/model-bindings', bound);
  await expect
    .poll(() => serves.at(-1))
    .toEqual({ local_conversation_id: session.session_id, agent: 'assistant', title: 'assistant' });
  await ask('DELETE', `/v1/model-bindings/${binding.binding_id}`);
  await expect.poll(() => serves.at(-1)).toBeUndefined();
});

test('two sessions want one chat: the second is told that it is taken, and has its turn when it is free', async () => {
  const { idOf, open, say, ask, until, begin } = await world((_text, count) => `Reply ${count}.`);
  const mine = `conversation:${await idOf('mine')}`;
  const [first, second] = [await open(mine), await open(mine)];
  await say(first, 'One?');
  const run = await begin(second, 'Two?');
  expect(await until(run, 'failed')).toMatchObject({ error: { code: 'conversation_bound' } });
  const [binding] = (await ask<ResponseOf<'listModelBindings'>>('GET', '/v1/model-bindings')).items;
  await ask('DELETE', `/v1/model-bindings/${binding?.binding_id}`);
  await ask('POST', `/v1/agent-runs/${run}/resume`);
  expect(await until(run, 'succeeded')).toMatchObject({ error: null });
});

test('what a person types into a bound chat is answered there, and acts nowhere', async () => {
  const { browser, site, conductor, idOf, open, say, ask } = await world(() => 'Ready.');
  const mine = await idOf('mine');
  await conductor.setMode(mine, 'auto');
  await say(await open(`conversation:${mine}`), 'Begin.');
  browser.send(userTurn('mine', 'by-hand', 'And now echo.'));
  site.observe('mine', asking(TIME));
  const verdicts = () =>
    conductor
      .rows<{ verdict: string }>(
        `select json_extract(detail_json, '$.verdict') as verdict from events
        where type = 'message_anchor.observed' order by rowid`,
      )
      .map(({ verdict }) => verdict);
  await expect.poll(verdicts).toEqual(['agent', 'bound']);
  expect(conductor.rows('select 1 from instructions')).toEqual([]);
  // Nor when a person lets what was held run: the popup is not offered it.
  browser.send({
    type: 'reply.run',
    platform: 'chatgpt',
    remote_conversation_id: 'mine',
    assistant_message_id: 'reply-2',
  });
  const [binding] = (await ask<ResponseOf<'listModelBindings'>>('GET', '/v1/model-bindings')).items;
  await ask('DELETE', `/v1/model-bindings/${binding?.binding_id}`);
  site.observe('mine', asking(TIME));
  await expect.poll(() => verdicts().slice(0, 3)).toEqual(['agent', 'bound', 'acts']);
  expect(conductor.rows('select anchor_id from instructions')).toHaveLength(1);
});

test('a reply that comes after its chat was released does not act there', async () => {
  const { conductor, site, idOf, open, begin, ask, until } = await world(() => null);
  const mine = await idOf('mine');
  await conductor.setMode(mine, 'auto');
  const run = await begin(await open(`conversation:${mine}`), 'Begin.');
  await expect.poll(() => site.heard.length).toBe(1);
  const [binding] = (await ask<ResponseOf<'listModelBindings'>>('GET', '/v1/model-bindings')).items;
  await ask('DELETE', `/v1/model-bindings/${binding?.binding_id}`);
  await ask('POST', `/v1/agent-runs/${run}/stop`, {});
  await until(run, 'stopped');
  site.reply(site.heard[0]?.jobId ?? '', asking(TIME));
  await expect
    .poll(() => conductor.rows(`select status from delivery_jobs where origin = 'agent'`))
    .toEqual([{ status: 'finalized' }]);
  expect(conductor.rows('select 1 from instructions')).toEqual([]);
});

test('actions that cannot be read, or do not exist, go back with what is wrong', async () => {
  const { site, open, say, ask } = await world((text) =>
    text.startsWith('Baton results')
      ? 'I see.'
      : 'So.\n\n```baa\n@conductor::echo::{"text":\n@conductor::nothing\n@conductor::echo::{"text":"tea"}\n```',
  );
  const sent = await say(await open('chat:chatgpt'), 'Try.');
  expect(site.heard[1]?.text).toMatch(
    /1\. \(unreadable\) malformed_action\n```text\nLine 5, column 1 of your message: .*2\. @conductor::nothing unknown_tool\n.*3\. @conductor::echo ok\n```text\ntea/s,
  );
  expect(await ask('GET', `/v1/agent-runs/${sent.job.job_id}`)).toMatchObject({
    status: 'succeeded',
    steps: [
      {
        text: 'So.',
        calls: [
          { name: 'malformed_action', status: 'failed', error: 'malformed_action' },
          { name: 'conductor::nothing', status: 'failed', error: 'unknown_tool' },
          { name: 'conductor::echo', status: 'succeeded' },
        ],
      },
      {},
    ],
  });
});

test('a conductor that starts again waits for the reply to what it sent, and sends nothing twice', async () => {
  const dataDir = tempDir();
  const first = await world(() => null, { dataDir });
  const run = await first.begin(await first.open('chat:chatgpt'), 'Begin.');
  await expect.poll(() => first.site.heard.length).toBe(1);
  const { disk } = first.browser;
  first.browser.close();
  await first.conductor.stop();

  const conductor = await runConductor({}, dataDir);
  const { browser } = await conductor.browser({ disk });
  const again: string[] = [];
  browser.on('frame', (frame) => {
    if (frame.type === 'delivery.enqueue') again.push(frame.job_id);
  });
  const [heard] = first.site.heard;
  const site = new SimulatedModelChat(browser, ['mine', 'chat-1'], () => null);
  site.observe('chat-1', 'Here.', { answers_job_id: heard?.jobId });
  const status = async (): Promise<unknown> =>
    ((await (await conductor.admin('GET', `/v1/agent-runs/${run}`)).json()) as Run).status;
  await expect.poll(status).toBe('succeeded');
  expect(again).toEqual([]);
});

test('a conductor that starts again waits for a worker whose chat no browser has open yet', async () => {
  const task = JSON.stringify({ name: 'time', task: 'Tell the time.', scope: 'the time' });
  const dataDir = tempDir();
  const first = await world(
    (text) => (text.includes('# Scope') ? null : asking(`@agent::sub-agent::${task}`)),
    { dataDir },
  );
  const session = await first.open('chat:chatgpt', 'orchestrator');
  const id = await first.begin(session, 'What time is it?');
  await expect.poll(() => first.site.heard.length).toBe(2);
  const { disk } = first.browser;
  first.browser.close();
  await first.conductor.stop();

  const conductor = await runConductor({}, dataDir);
  const run = async (): Promise<Run> =>
    (await (await conductor.admin('GET', `/v1/agent-runs/${id}`)).json()) as Run;
  expect(await run()).toMatchObject({ status: 'running' });
  const { browser } = await conductor.browser({ disk });
  const site = new SimulatedModelChat(
    browser,
    ['chat-1', 'chat-2'],
    (text) => `It brought ${text}`,
  );
  const late = JSON.stringify({ summary: 'It is late.', evidence: [] });
  site.observe('chat-2', late, { answers_job_id: first.site.heard[1]?.jobId });
  await expect.poll(async () => (await run()).status).toBe('succeeded');
  expect((await run()).steps.at(-1)?.text).toContain('It is late.');
});

test('a chat whose page is closed parks the run with what to do, and goes on when it is open', async () => {
  const { site, idOf, open, begin, until } = await world(() => 'Here.');
  const session = await open(`conversation:${await idOf('mine')}`);
  site.show('mine', false);
  await expect.poll(async () => (await open('chat:chatgpt')).model).toBe('chat:chatgpt');
  const run = await begin(session, 'Hello?');
  expect(await until(run, 'waiting_model')).toMatchObject({
    error: { code: 'missing_route' },
    due_at: null,
  });
  site.show('mine', true);
  expect(await until(run, 'succeeded')).toMatchObject({ error: null });
  expect(site.heard).toHaveLength(1);
});

test.each([
  ['rate_limited', { error_code: 'rate_limited', retry_after_ms: 60_000 }, 'waiting_model'],
  ['draft_present', { error_code: 'draft_present', waiting: true }, 'waiting_model'],
  ['challenge_required', { error_code: 'challenge_required' }, 'waiting_person'],
  ['missing_credential', { error_code: 'missing_credential' }, 'waiting_person'],
  ['delivery_uncertain', { error_code: 'delivery_uncertain' }, 'waiting_person'],
] as const)('%s is told of, and no second message is made', async (code, fails, status) => {
  const { conductor, open, begin, until } = await world(() => ({ fails }));
  const run = await begin(await open('chat:chatgpt'), 'Hello?');
  expect(await until(run, status)).toMatchObject({ error: { code } });
  expect(conductor.rows(`select 1 from delivery_jobs where origin = 'agent'`)).toHaveLength(1);
});

test('a chat that gives no reply fails the run, and is told to go on when a person resumes it', async () => {
  const { browser, site, open, begin, until, ask } = await world((_text, count) =>
    count === 1 ? null : 'Here.',
  );
  const enqueued: FrameOf<'delivery.enqueue'>[] = [];
  browser.on('frame', (frame) => {
    if (frame.type === 'delivery.enqueue') enqueued.push(frame);
  });
  const run = await begin(await open('chat:chatgpt'), 'Hello?');
  await expect.poll(() => site.heard.length).toBe(1);
  const [frame] = enqueued;
  if (frame === undefined) throw new Error('the chat was asked by a delivery');
  const sent = { ...frame, remote_conversation_id: 'chat-1' };
  browser.send(deliveryResult(sent, 'failed', { error_code: 'no_reply' }));
  expect(await until(run, 'failed')).toMatchObject({ error: { code: 'model_no_reply' } });
  await ask('POST', `/v1/agent-runs/${run}/resume`);
  await until(run, 'succeeded');
  expect(site.heard.map(({ conversation, text }) => [conversation, text])).toEqual([
    ['chat-1', expect.stringContaining('Hello?')],
    ['chat-1', 'Go on with the task.'],
  ]);
});

test.each([
  ['nobody can tell whether the message is there', 'delivery_uncertain'],
  ['the site wants to see a person', 'challenge_required'],
] as const)('where %s, a person sees to it, and the run goes on', async (_when, error_code) => {
  const { site, open, begin, until, ask, conductor } = await world((_text, count) =>
    count === 1 && !looked ? { fails: { error_code } } : 'Here.',
  );
  let looked = false;
  const run = await begin(await open('chat:chatgpt'), 'Hello?');
  await until(run, 'waiting_person');
  const [job] = conductor.rows<{ id: string }>(
    `select job_id as id from delivery_jobs where origin = 'agent'`,
  );
  looked = true;
  await ask('POST', `/v1/jobs/${job?.id}/retry`);
  expect(await until(run, 'succeeded')).toMatchObject({ steps: [{ text: 'Here.' }] });
  expect(site.heard).toHaveLength(1);
});

test('when patience is over another model takes over, where the message has certainly not left', async () => {
  let clock = Date.now();
  const { site, ask, idOf, until, begin, say } = await world(() => 'Here.', { now: () => clock });
  const mine = `conversation:${await idOf('mine')}`;
  await ask('PATCH', '/v1/settings', { agents: { models: [mine, 'chat:chatgpt'] } });
  const session = await ask<Session>('POST', '/v1/agent-sessions', { agent: 'assistant' });
  expect(session.model).toBe(mine);
  site.show('mine', false);
  const run = await begin(session, 'Hello?');
  expect((await until(run, 'waiting_model')).due_at).toBeGreaterThan(clock);
  expect(site.heard).toEqual([]);
  clock += 600_001;
  expect(await until(run, 'succeeded')).toMatchObject({
    steps: [{ attempt: 2, model: 'chat:chatgpt' }],
  });
  expect(site.heard.map(({ conversation }) => conversation)).toEqual(['chat-1']);
  expect((await say(session, 'And now?')).reply?.text).toBe('Here.');
  expect(site.heard.map(({ conversation }) => conversation)).toEqual(['chat-1', 'chat-1']);
});

test('a run that is stopped takes back what has not left', async () => {
  const { site, idOf, open, begin, until, ask, conductor } = await world(() => 'Here.');
  const session = await open(`conversation:${await idOf('mine')}`);
  site.show('mine', false);
  const run = await begin(session, 'Hello?');
  await until(run, 'waiting_model');
  await ask('POST', `/v1/agent-runs/${run}/stop`, {});
  await until(run, 'stopped');
  expect(
    conductor.rows(
      `select status, last_error_code as code from delivery_jobs where origin = 'agent'`,
    ),
  ).toEqual([{ status: 'failed', code: 'cancelled' }]);
  site.show('mine', true);
  await ask('POST', `/v1/agent-runs/${run}/resume`);
  await until(run, 'succeeded');
  expect(site.heard.map(({ text }) => text)).toEqual([expect.stringContaining('Hello?')]);
});

test('stopping a run stops the reply of the chat that is its model, and the chat serves on', async () => {
  const { site, browser, open, begin, until, ask } = await world((_text, count) =>
    count === 1 ? null : 'Then so.',
  );
  const stopped = Promise.withResolvers<string>();
  browser.on('frame', (frame) => {
    if (frame.type === 'delivery.cancel' && frame.stop_reply === true)
      stopped.resolve(frame.job_id);
  });
  const session = await open('chat:chatgpt');
  const run = await begin(session, 'Hello?');
  await expect.poll(() => site.heard.length).toBe(1);
  await ask('POST', `/v1/agent-runs/${run}/stop`, {});
  expect(await stopped.promise).toBe(site.heard[0]?.jobId);
  await until(run, 'stopped');
  site.endWithoutReply(site.heard[0]?.jobId ?? '');
  const next = await begin(session, 'Something else.');
  expect(await until(next, 'succeeded')).toMatchObject({ steps: [{ text: 'Then so.' }] });
  expect(site.heard.map(({ conversation }) => conversation)).toEqual(['chat-1', 'chat-1']);
});

test('a browser that was away is told to stop the reply, though the conductor ended in between', async () => {
  const { site, browser, open, begin, until, ask, conductor } = await world(() => null);
  const run = await begin(await open('chat:chatgpt'), 'Hello?');
  await expect
    .poll(() => conductor.rows(`select status from delivery_jobs where origin = 'agent'`))
    .toEqual([{ status: 'acked' }]);
  browser.close();
  await ask('POST', `/v1/agent-runs/${run}/stop`, {});
  await until(run, 'stopped');
  await conductor.stop();

  const second = await runConductor({}, conductor.dataDir);
  const back = new SimulatedBrowser(second.url, browser.disk);
  onTestFinished(() => back.close());
  const told: ConductorFrame[] = [];
  back.on('frame', (frame) => told.push(frame));
  await back.connect();
  const cancel = { type: 'delivery.cancel', job_id: site.heard[0]?.jobId, stop_reply: true };
  await expect.poll(() => told).toContainEqual(expect.objectContaining(cancel));
});

test('a reply that comes after its run was stopped is kept in the chat, which is told nothing twice', async () => {
  const { site, open, begin, until, ask, conductor } = await world((_text, count) =>
    count === 1 ? null : 'Then so.',
  );
  const session = await open('chat:chatgpt');
  const run = await begin(session, 'Hello?');
  await expect.poll(() => site.heard.length).toBe(1);
  await ask('POST', `/v1/agent-runs/${run}/stop`, {});
  await until(run, 'stopped');
  const next = await begin(session, 'Something else.');
  // The chat is busy until it has answered.
  expect(site.heard).toHaveLength(1);
  site.reply(site.heard[0]?.jobId ?? '', asking(TIME));
  expect(await until(next, 'succeeded')).toMatchObject({ steps: [{ text: 'Then so.' }] });
  expect(site.heard.map(({ conversation, text }) => [conversation, text])).toEqual([
    ['chat-1', expect.stringContaining('Hello?')],
    ['chat-1', 'Something else.'],
  ]);
  expect(conductor.rows('select 1 from instructions')).toEqual([]);
});

test('a run that was stopped as its message arrived does not say it again when it goes on', async () => {
  const { site, open, begin, until, ask, conductor } = await world((_text, count) =>
    count === 1 ? { unseen: true } : 'Then so.',
  );
  const run = await begin(await open('chat:chatgpt'), 'Hello?');
  await expect.poll(() => site.heard.length).toBe(1);
  await ask('POST', `/v1/agent-runs/${run}/stop`, {});
  await until(run, 'stopped');
  const [first] = site.heard;
  site.see(first?.jobId ?? '');
  await expect
    .poll(() => conductor.rows(`select 1 from events where type = 'delivery_job.acked_again'`))
    .toHaveLength(1);
  await ask('POST', `/v1/agent-runs/${run}/resume`);
  expect(await until(run, 'succeeded')).toMatchObject({ steps: [{}, { text: 'Then so.' }] });
  expect(site.heard.map(({ conversation }) => conversation)).toEqual(['chat-1', 'chat-1']);
  expect(site.heard[1]?.text).not.toContain('Hello?');
});

test('a run that goes on before its browser says what came of its message waits for that, and does not say it again', async () => {
  const { site, open, begin, until, ask } = await world((_text, count) =>
    count === 1 ? { unseen: true } : 'Then so.',
  );
  const run = await begin(await open('chat:chatgpt'), 'Hello?');
  await expect.poll(() => site.heard.length).toBe(1);
  await ask('POST', `/v1/agent-runs/${run}/stop`, {});
  await until(run, 'stopped');
  await ask('POST', `/v1/agent-runs/${run}/resume`);
  await until(run, 'running');
  site.see(site.heard[0]?.jobId ?? '');
  expect(await until(run, 'succeeded')).toMatchObject({ steps: [{}, { text: 'Then so.' }] });
  expect(site.heard.map(({ conversation, text }) => [conversation, text])).toEqual([
    ['chat-1', expect.stringContaining('Hello?')],
    ['chat-1', 'Go on with the task.'],
  ]);
});

test('what its browser says it did not send is said when the run goes on', async () => {
  let isDraft = true;
  const { site, open, begin, until, ask } = await world(() =>
    isDraft ? { fails: { error_code: 'draft_present', waiting: true } } : 'Here.',
  );
  const run = await begin(await open('chat:chatgpt'), 'Hello?');
  await until(run, 'waiting_model');
  await ask('POST', `/v1/agent-runs/${run}/stop`, {});
  await until(run, 'stopped');
  isDraft = false;
  await ask('POST', `/v1/agent-runs/${run}/resume`);
  await until(run, 'succeeded');
  expect(site.heard.map(({ conversation, text }) => [conversation, text])).toEqual([
    ['chat-1', expect.stringContaining('Hello?')],
  ]);
});

test('where its browser says nothing of its message, a run goes on in a new chat', async () => {
  let clock = Date.now();
  const { site, open, begin, until, ask } = await world(
    (_text, count) => (count === 1 ? { unseen: true } : 'Here.'),
    { now: () => clock },
  );
  const run = await begin(await open('chat:chatgpt'), 'Hello?');
  await expect.poll(() => site.heard.length).toBe(1);
  await ask('POST', `/v1/agent-runs/${run}/stop`, {});
  await until(run, 'stopped');
  clock += 30_001;
  await ask('POST', `/v1/agent-runs/${run}/resume`);
  await until(run, 'succeeded');
  expect(site.heard.map(({ conversation, text }) => [conversation, text])).toEqual([
    ['chat-1', expect.stringContaining('Hello?')],
    ['chat-2', expect.stringContaining('Hello?')],
  ]);
});

test('a chat that has grown too long is left for a new one, which is told the task and the words of the person', async () => {
  const { site, ask, open, say } = await world(
    (_text, count) => `${'long '.repeat(1_600)}${count}`,
  );
  await ask('PATCH', '/v1/settings', { agents: { rollover_tokens: 2_000 } });
  const session = await open('chat:chatgpt');
  await say(session, `One? ${'tea '.repeat(2_000)}`);
  await say(session, 'Two?');
  expect(site.heard.map(({ conversation }) => conversation)).toEqual(['chat-1', 'chat-2']);
  expect(site.heard[1]?.text).toMatch(/# Task.*# So far.*One\? tea.*Two\?$/s);
  const { items } = await ask<ResponseOf<'listModelBindings'>>('GET', '/v1/model-bindings');
  expect(items).toMatchObject([{ turns: 1 }]);
  // It has grown too long again, and left one chat a moment ago.
  await say(session, `Three? ${'tea '.repeat(2_000)}`);
  const sent = await say(session, 'Four?');
  expect(await ask('GET', `/v1/agent-runs/${sent.job.job_id}`)).toMatchObject({
    status: 'failed',
    error: { code: 'model_unavailable' },
  });
});

test('a chat that takes no more is left for a new one, and the question asked there', async () => {
  const { site, open, idOf, say, ask } = await world((text, count) =>
    text === 'Two?' ? { fails: { error_code: 'conversation_full' } } : `Reply ${count}.`,
  );
  const session = await open(`conversation:${await idOf('mine')}`);
  await say(session, 'One?');
  const sent = await say(session, 'Two?');
  expect(sent.reply?.text).toBe('Reply 2.');
  expect(site.heard.map(({ conversation, text }) => [conversation, text.slice(-4)])).toEqual([
    ['mine', 'One?'],
    ['chat-1', 'Two?'],
  ]);
  expect(site.heard[1]?.text).toMatch(/# Task.*# So far.*One\?/s);
  const { items } = await ask<ResponseOf<'listModelBindings'>>('GET', '/v1/model-bindings');
  expect(items).toMatchObject([{ turns: 1 }]);
});

test('a chat that is deleted is released, and the next turn begins a new one', async () => {
  const { site, idOf, open, say, ask } = await world(() => 'Here.');
  const session = await open('chat:chatgpt');
  await say(session, 'One?');
  await ask('DELETE', `/v1/conversations/${await idOf('chat-1')}`);
  expect(await ask('GET', '/v1/model-bindings')).toMatchObject({ items: [] });
  await say(session, 'Two?');
  expect(site.heard.map(({ conversation }) => conversation)).toEqual(['chat-1', 'chat-2']);
});

test('who follows the stream is told how the question to the chat stands', async () => {
  const { site, browser, conductor, idOf, open, begin, until, ask } = await world(() => null);
  const pace = { min_spacing_ms: 0, jitter_ms: 0, rolling: { max_sends: 5, window_ms: 3_600_000 } };
  await ask('PATCH', '/v1/settings', { pacing: { chatgpt: pace } });
  const mine = await idOf('mine');
  site.show('mine', false);
  const run = await begin(await open(`conversation:${mine}`), 'Hello?');
  await until(run, 'waiting_model');
  site.show('mine', true);
  await expect.poll(() => site.heard.length).toBe(1);
  const said = (): unknown[] =>
    conductor
      .rows<{ body: string }>('select body from agent_stream_rows order by first')
      .flatMap(({ body }) => body.split('\n').map((line): unknown => JSON.parse(line)))
      .filter((chunk) => Object(chunk).type === 'data-model');
  const [job] = site.heard.map(({ jobId }) => jobId);
  const news = (data: object): object => ({
    type: 'data-model',
    transient: true,
    data: { jobId: job, conversation: mine, ...data },
  });
  const sent = news({ state: 'sent', sendsLeft: 5 });
  await expect.poll(said).toContainEqual(sent);
  const growth = { characters: 120, for_ms: 900, ended: false };
  const page = { platform: 'chatgpt', remote_conversation_id: 'mine' };
  browser.raw(JSON.stringify({ v: 1, id: 'p1', type: 'reply.progress', ...page, ...growth }));
  const answering = news({ state: 'answering', chars: 120, sendsLeft: 5 });
  await expect.poll(said).toContainEqual(answering);
  site.reply(job ?? '', 'Here.');
  await until(run, 'succeeded');
  expect(said().at(0)).toEqual(news({ state: 'parked', sendsLeft: 5 }));
  expect(said().slice(-2)).toEqual([sent, answering]);
});

test('what the bound chat is denied, its agent is denied', async () => {
  const { site, idOf, open, say, ask } = await world((text) =>
    text.startsWith('Baton results') ? 'So be it.' : asking(TIME),
  );
  const mine = await idOf('mine');
  await ask('POST', '/v1/policy/rules', {
    tool: 'conductor::echo',
    decision: 'deny',
    conversation: mine,
  });
  await say(await open(`conversation:${mine}`), 'Which tea?');
  expect(site.heard[1]?.text).toContain('1. @conductor::echo action_denied');
});

test('an action that a person pasted into the bound chat asks in the session of its agent', async () => {
  const pasted = '@conversation::list::{"query":"tea"}';
  const { browser, site, conductor, idOf, open, say, begin } = await world((_, count) =>
    count === 1 ? 'Ready.' : asking(pasted),
  );
  const session = await open(`conversation:${await idOf('mine')}`);
  await say(session, 'Begin.');
  browser.send(userTurn('mine', 'by-hand', `Look what I found: ${pasted}`));
  site.observe('mine', 'Interesting.');
  await begin(session, 'What do you say?');
  const asked = () => conductor.rows('select quoted from approvals');
  await expect.poll(asked).toEqual([{ quoted: 1 }]);
});

test('what the bound chat has read of a page counts in the session of its agent', async () => {
  const send = '@conversation::send::{"to":"nobody","text":"what the page wanted"}';
  const { browser, site, conductor, idOf, open, begin } = await world((_, count) =>
    count === 1 ? 'Ready.' : asking(send),
  );
  const executor = new SimulatedExecutor(browser);
  executor.report();
  executor.grant('https://example.org');
  const mine = await idOf('mine');
  await conductor.setMode(mine, 'auto');
  site.observe('mine', asking('@browser::ensure::{"url":"https://example.org/a"}'));
  await expect.poll(() => site.heard).toHaveLength(1);
  await begin(await open(`conversation:${mine}`), 'What now?');
  const asked = () =>
    conductor.rows("select tool, risk from instructions where status = 'awaiting_approval'");
  await expect.poll(asked).toEqual([{ tool: 'send', risk: 'high' }]);
});
