import { once } from 'node:events';

import { expect, onTestFinished, test, vi } from 'vitest';

import type { Kit } from '../../../../../conductor/src/engine/feature.ts';
import { agentsFeature } from '../../../../../conductor/src/features/minds/agents/feature.ts';
import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { agentWorld, type Sent, withTool } from '../../../../kit/agent-world.ts';
import { tempDir } from '../../../../kit/running-conductor.ts';

test('an agent answers with the result of a tool, and all of it stands where replies stand', async () => {
  const { conductor, model, open, say, runOf } = await agentWorld(
    withTool('conductor__echo', '{"text":"tea"}'),
  );
  const session = await open();
  const sent = await say(session, 'Which tea?');
  expect(sent.job).toMatchObject({ status: 'finalized', origin: 'person' });
  expect(sent.reply?.text).toMatch(/^It says .*tea/);

  const run = await runOf(sent.job.job_id);
  expect(run).toMatchObject({
    status: 'succeeded',
    steps_used: 2,
    calls_used: 1,
    tokens: { input: 200, output: 20 },
    steps: [
      {
        status: 'closed',
        text: 'I look.',
        calls: [{ name: 'conductor::echo', status: 'succeeded' }],
      },
      { status: 'closed', calls: [] },
    ],
  });
  expect(model.requests[1]?.messages.slice(-2)).toMatchObject([
    { role: 'assistant', tool_calls: [{ function: { name: 'conductor__echo' } }] },
    { role: 'tool' },
  ]);
  expect(
    conductor.rows<{ role: string; parts: string }>(
      'select role, parts_json as parts from agent_messages order by path',
    ),
  ).toMatchObject([
    { role: 'user', parts: expect.stringContaining('Which tea?') },
    { role: 'assistant', parts: expect.stringMatching(/tool-conductor::echo.*output-available/) },
  ]);
  expect(conductor.rows(`select author, raw_text from user_turns`)).toEqual([
    { author: 'person', raw_text: 'Which tea?' },
  ]);
});

test('the next turn is told of all before it, and of results in the place of their calls', async () => {
  const { model, open, say } = await agentWorld(withTool('conductor__echo', '{"text":"tea"}'));
  const session = await open();
  await say(session, 'Which tea?');
  await say(session, 'And now?');
  const roles = model.requests[2]?.messages.map(({ role }) => role);
  expect(roles?.filter((role) => role !== 'system')).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ]);
});

test('a call that cannot be is told of to the model, and the run goes on', async () => {
  const { open, say, runOf } = await agentWorld(({ messages }, count) =>
    count === 1
      ? {
          calls: [
            ['conductor__nothing', '{}'],
            ['conductor__echo', '{"text":'],
            ['rm -rf', '{}'],
          ],
        }
      : {
          text: messages
            .slice(-3)
            .map(({ content }) => content)
            .join(' | '),
        },
  );
  const sent = await say(await open(), 'Try it.');
  expect(sent.reply?.text).toMatch(
    /unknown_tool: .*\| .*malformed_action: .*\| .*unknown_tool: There is no tool rm -rf here/s,
  );
  expect(await runOf(sent.job.job_id)).toMatchObject({ status: 'succeeded', calls_used: 3 });
});

test.each(['length', 'content_filter', 'nobody_knows'])(
  'the calls of a reply that ended with %s are not made, which its model is told',
  async (finish) => {
    const { open, say, runOf, conductor } = await agentWorld(({ messages }, count) =>
      count === 1
        ? { calls: [['conductor__echo', '{"text":"tea"}']], finish }
        : { text: messages.at(-1)?.content ?? '', finish },
    );
    const sent = await say(await open(), 'Say tea.');
    expect(sent.reply?.text).toMatch(/reply_not_whole: It was not made/);
    const complete = finish === 'nobody_knows' ? 'unproven' : 'cut';
    expect(sent.reply?.complete).toBe(complete);
    expect(await runOf(sent.job.job_id)).toMatchObject({
      status: 'succeeded',
      complete,
      steps: [{ calls: [{ status: 'failed', error: 'reply_not_whole' }] }, { calls: [] }],
    });
    expect(conductor.rows('select distinct complete from message_anchors')).toEqual([{ complete }]);
  },
);

test('a reply makes as many calls as the limits of its run still allow', async () => {
  const call = ['conductor__echo', '{"text":"tea"}'] as const;
  const { open, say, runOf, model } = await agentWorld((_, count) =>
    count === 1 ? { calls: Array.from({ length: 103 }, () => call) } : { text: 'Done.' },
  );
  const sent = await say(await open(), 'Do a lot.');
  const run = await runOf(sent.job.job_id);
  expect(run).toMatchObject({ status: 'succeeded', stop_reason: 'budget_spent' });
  const errors = run.steps[0]?.calls.map(({ error }) => error);
  expect(errors?.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => null));
  expect(errors?.slice(100)).toEqual(Array.from({ length: 3 }, () => 'action_denied'));
  expect(model.requests[1]?.tools).toBeUndefined();
});

test('an agent that may not know of a tool cannot call it', async () => {
  // By the name that its API would have given it, and by Baton's own.
  const spelled = ['conductor__echo', 'conductor::echo'];
  const { open, say, model } = await agentWorld((_, count) =>
    count === 1 ? { calls: spelled.map((name) => [name, '{"text":"tea"}']) } : { text: 'None.' },
  );
  const sent = await say(await open('time'), 'Echo.');
  expect(sent.reply?.text).toBe('None.');
  const results = model.requests[1]?.messages.slice(-2).map(({ content }) => content);
  expect(results).toEqual(spelled.map(() => expect.stringContaining('unknown_tool')));
  expect(model.requests[0]?.tools?.map((one) => one.function.name)).toEqual(['conductor__time']);
});

test('what asks a person waits for them, and the run goes on with their answer after a restart', async () => {
  const dataDir = tempDir();
  const first = await agentWorld(withTool('conductor__echo', '{"text":"tea"}'), { dataDir });
  await first.ask('POST', '/v1/policy/rules', { tool: 'conductor::echo', decision: 'ask' });
  const session = await first.open();
  const body = { text: 'Which tea?' };
  const { job } = await first.ask<Sent>('POST', `/v1/conversations/${session}/messages`, body);
  await first.until(job.job_id, 'waiting_person');
  await first.conductor.stop();

  const second = await agentWorld(withTool('conductor__echo', '{"text":"tea"}'), { dataDir });
  const [approval] = (await second.ask<ResponseOf<'listApprovals'>>('GET', '/v1/approvals')).items;
  await second.ask('POST', `/v1/approvals/${approval?.approval_id}/decision`, {
    decision: 'approve',
  });
  await second.until(job.job_id, 'succeeded');
  expect(first.model.requests).toHaveLength(1);
  expect(second.model.requests).toHaveLength(1);
});

test('a model that is overloaded is asked again later, and one that refuses the key is not', async () => {
  let clock = 1_000_000;
  const { open, ask, until, runOf, model } = await agentWorld(
    (_request, count) =>
      count === 1
        ? { status: 429, headers: { 'retry-after': '60' } }
        : count === 2
          ? { text: 'Half a', cut: true }
          : count === 3
            ? { text: 'Here.' }
            : { status: 401 },
    { now: () => clock },
  );
  const session = await open();
  const send = async (text: string) =>
    (await ask<Sent>('POST', `/v1/conversations/${session}/messages`, { text })).job.job_id;
  const run = await send('Hello?');
  expect((await until(run, 'waiting_model')).due_at).toBeGreaterThanOrEqual(clock + 60_000);
  clock += 60_001;
  await expect.poll(() => model.requests.length).toBe(2);
  await until(run, 'waiting_model');
  clock += 60_000;
  expect(await until(run, 'succeeded')).toMatchObject({ steps: [{ attempt: 3, text: 'Here.' }] });

  const refused = await send('And now?');
  await until(refused, 'failed');
  expect(await runOf(refused)).toMatchObject({ error: { code: 'model_auth' } });
});

test('a stopped run asks nothing any more, and goes on when a person wants it to', async () => {
  const never = Promise.withResolvers<void>();
  const { open, ask, until, model, conductor } = await agentWorld((_request, count) =>
    count === 1 ? { text: 'Late.', after: never.promise } : { text: 'Here.' },
  );
  const session = await open();
  const asked = once(model, 'asked');
  const body = { text: 'Hello?' };
  const { job } = await ask<Sent>('POST', `/v1/conversations/${session}/messages`, body);
  await asked;
  await ask('POST', `/v1/agent-runs/${job.job_id}/stop`, { reason: 'enough' });
  expect(await until(job.job_id, 'stopped')).toMatchObject({
    stop_reason: 'enough',
    error: { code: 'cancelled' },
    steps: [{ status: 'stopped' }],
  });
  never.resolve();
  expect(conductor.rows('select status from delivery_jobs')).toEqual([{ status: 'failed' }]);

  await ask('POST', `/v1/agent-runs/${job.job_id}/resume`);
  expect(await until(job.job_id, 'succeeded')).toMatchObject({
    error: null,
    steps: [{ status: 'stopped' }, { status: 'closed', text: 'Here.' }],
  });
});

test('a run that a person has go on while its end is still told of is driven on', async () => {
  const never = Promise.withResolvers<void>();
  const [told, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let holds = false;
  const held = (store: Kit['store']): Kit['store'] => ({
    ...store,
    async run(step, input) {
      const outcome = await store.run(step, input);
      if (holds && step.name === 'tell agent run') {
        told.resolve();
        await goesOn.promise;
      }
      if (step.name === 'end stopped agent run') holds = true;
      return outcome;
    },
  });
  const start = agentsFeature.start.bind(agentsFeature);
  const started = vi.spyOn(agentsFeature, 'start');
  onTestFinished(() => started.mockRestore());
  started.mockImplementation((kit) => start({ ...kit, store: held(kit.store) }));
  const { open, ask, until, model, runOf } = await agentWorld((_request, count) =>
    count === 1 ? { text: 'Late.', after: never.promise } : { text: 'Here.' },
  );
  const session = await open();
  const asked = once(model, 'asked');
  const { job } = await ask<Sent>('POST', `/v1/conversations/${session}/messages`, { text: 'Hi' });
  await asked;
  await ask('POST', `/v1/agent-runs/${job.job_id}/stop`, {});
  await told.promise;
  await ask('POST', `/v1/agent-runs/${job.job_id}/resume`);
  await expect.poll(async () => (await runOf(job.job_id)).status).toBe('running');
  holds = false;
  goesOn.resolve();
  expect(await until(job.job_id, 'succeeded')).toMatchObject({ error: null });
  never.resolve();
});

test('a run that waits for a person is stopped with what it asked', async () => {
  const { open, ask, until, conductor } = await agentWorld(
    withTool('conductor__echo', '{"text":"tea"}'),
  );
  await ask('POST', '/v1/policy/rules', { tool: 'conductor::echo', decision: 'ask' });
  const path = `/v1/conversations/${await open()}/messages`;
  const { job } = await ask<Sent>('POST', path, { text: 'Which tea?' });
  await until(job.job_id, 'waiting_person');
  await ask('POST', `/v1/agent-runs/${job.job_id}/stop`, {});
  await until(job.job_id, 'stopped');
  expect(conductor.rows('select decision from approvals')).toEqual([{ decision: 'cancelled' }]);
  expect(conductor.rows('select error_code as code from instructions')).toEqual([
    { code: 'cancelled' },
  ]);
});

test('a run that goes in circles ends', async () => {
  const { open, ask, until } = await agentWorld(() => ({
    calls: [['conductor__echo', '{"text":"again"}']],
  }));
  const path = `/v1/conversations/${await open()}/messages`;
  const { job } = await ask<Sent>('POST', path, { text: 'Go.' });
  expect(await until(job.job_id, 'failed')).toMatchObject({
    error: { code: 'loop_detected' },
    calls_used: 3,
  });
});

test('a run whose budget is spent says what it has, without tools', async () => {
  const { open, say, runOf, model } = await agentWorld(({ tools }, count) =>
    tools === undefined
      ? { text: 'This is what I have.' }
      : { calls: [['conductor__time', `{"zone":"Etc/GMT-${count % 14}"}`]] },
  );
  const sent = await say(await open('time'), 'All of them.');
  expect(sent.reply?.text).toBe('This is what I have.');
  expect(await runOf(sent.job.job_id)).toMatchObject({
    status: 'succeeded',
    stop_reason: 'budget_spent',
    steps_used: 15,
  });
  expect(model.requests.at(-1)?.messages.some(({ content }) => content?.includes('spent'))).toBe(
    true,
  );
});

test('a paused agent is asked nothing until it may go on', async () => {
  const { open, ask, until, model, conductor } = await agentWorld(() => ({ text: 'Here.' }));
  const session = await open();
  await conductor.setMode(session, 'paused');
  const refused = await ask<{ code: string }>('POST', `/v1/conversations/${session}/messages`, {
    text: 'Hello?',
  });
  expect(refused.code).toBe('conversation_paused');
  await conductor.setMode(session, 'auto');
  const { job } = await ask<Sent>('POST', `/v1/conversations/${session}/messages`, { text: 'Hi' });
  await until(job.job_id, 'succeeded');
  expect(model.requests).toHaveLength(1);
});

test('turns of one session come one after the other, those of others beside them', async () => {
  const go = Promise.withResolvers<void>();
  let atOnce = 0;
  let most = 0;
  const { open, say } = await agentWorld(({ messages }) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    const after = go.promise.then(() => void (atOnce -= 1));
    return { text: `To ${messages.at(-1)?.content}`, after };
  });
  const [a, b] = [await open(), await open()];
  const all = Promise.all([say(a, 'one'), say(a, 'two'), say(b, 'three')]);
  await expect.poll(() => most).toBe(2);
  go.resolve();
  expect((await all).map(({ reply }) => reply?.text)).toEqual(['To one', 'To two', 'To three']);
  expect(most).toBe(2);
});

test('of many long results only the newest reach the model, and the trail says what was left out', async () => {
  const { open, say, model, conductor } = await agentWorld((_request, count) =>
    count <= 5
      ? { calls: [['conductor__echo', JSON.stringify({ text: `${count} `.repeat(1_500) })]] }
      : { text: 'Read.' },
  );
  await say(await open(), 'Read all of it.');
  const results = model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool');
  expect(results?.map(({ content }) => content?.startsWith('(cut: 3,'))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(
    conductor.rows(
      "select detail_json ->> '$.left_out.results' as results from events where type = 'agent_run.replied'",
    ),
  ).toEqual([null, null, null, null, 1, 2].map((results) => ({ results })));
});

test('a run whose messages are too long for its model ends, and says how long they are', async () => {
  const { open, ask, until, model } = await agentWorld(() => ({ text: 'Never.' }), {
    endpoint: { context_tokens: 2_000 },
  });
  const path = `/v1/conversations/${await open()}/messages`;
  const { job } = await ask<Sent>('POST', path, { text: 'many words '.repeat(2_000) });
  expect(await until(job.job_id, 'failed')).toMatchObject({
    error: { code: 'context_overflow', text: expect.stringContaining('words of the person: 4000') },
  });
  expect(model.requests).toEqual([]);
});

test('a run that has worked as long as it may is stopped, whatever it does, and works as long again when it is resumed', async () => {
  const over = Promise.withResolvers<undefined>();
  const { ask, model, until } = await agentWorld((_request, count) =>
    count === 1 ? { text: 'It began', pause: over.promise } : { text: 'Done.' },
  );
  const quick = { description: 'x', instructions: 'x', limits: { work_ms: 1_000 } };
  expect(await ask('PUT', '/v1/agents/quick', quick)).toMatchObject({ limits: { work_ms: 1_000 } });
  const { session_id: session } = await ask<{ session_id: string }>('POST', '/v1/agent-sessions', {
    agent: 'quick',
    model: 'test:small',
  });
  const text = { text: 'Go.' };
  const { job } = await ask<Sent>('POST', `/v1/conversations/${session}/messages`, text);
  const failed = await until(job.job_id, 'failed');
  expect(failed).toMatchObject({
    error: { code: 'work_time_spent' },
    steps: [{ status: 'failed', text: '' }],
  });
  expect(failed.work_ms).toBeGreaterThanOrEqual(1_000);
  over.resolve(undefined);
  await ask('POST', `/v1/agent-runs/${job.job_id}/resume`);
  expect(await until(job.job_id, 'succeeded')).toMatchObject({ reply: 'Done.', error: null });
  expect(model.requests).toHaveLength(2);
});

test('a run is told with its next step what a person says while it works, and goes on where it had its answer', async () => {
  const said = Promise.withResolvers<undefined>();
  const more = Promise.withResolvers<undefined>();
  const { ask, model, open, until, runOf, conductor, say } = await agentWorld((_request, count) => {
    if (count === 1)
      return {
        text: 'I look.',
        calls: [['conductor__echo', '{"text":"tea"}']],
        pause: said.promise,
      };
    return count === 2 ? { text: 'Black tea.', pause: more.promise } : { text: 'Green tea.' };
  });
  const session = await open();
  const text = { text: 'Which tea?' };
  const { job } = await ask<Sent>('POST', `/v1/conversations/${session}/messages`, text);
  const steer = async (words: string) =>
    ask<object>('POST', `/v1/agent-runs/${job.job_id}/steer`, { text: words });
  await expect.poll(() => model.requests.length).toBe(1);
  expect(await steer('Any but red.')).toMatchObject({ status: 'running' });
  said.resolve(undefined);
  await expect.poll(() => model.requests.length).toBe(2);
  await steer('Green, rather.');
  more.resolve(undefined);
  expect(await until(job.job_id, 'succeeded')).toMatchObject({ reply: 'Green tea.' });
  const told = model.requests.map(({ messages }) =>
    messages
      .filter(({ role }) => role !== 'system')
      .map(({ role, content }) => (role === 'tool' ? 'result' : content)),
  );
  expect(told.at(-1)).toEqual([
    'Which tea?',
    'I look.',
    'result',
    'Any but red.',
    'Black tea.',
    'Green, rather.',
  ]);
  expect(await steer('Too late.')).toMatchObject({ code: 'invalid_transition' });
  expect((await runOf(job.job_id)).steps).toHaveLength(3);

  const { items } = await ask<ResponseOf<'listAgentMessages'>>(
    'GET',
    `/v1/agent-sessions/${session}/messages`,
  );
  const steering = (words: string) => ({
    type: 'steering-message',
    id: expect.any(String) as string,
    parts: [{ type: 'text', text: words }],
  });
  const parts = items.at(-1)?.parts ?? [];
  expect(parts.map(({ type }) => type)).toEqual([
    'step-start',
    'text',
    'tool-conductor::echo',
    'steering-message',
    'step-start',
    'text',
    'steering-message',
    'step-start',
    'text',
  ]);
  expect(parts).toEqual(
    expect.arrayContaining([steering('Any but red.'), steering('Green, rather.')]),
  );
  const streamed = conductor
    .rows<{ body: string }>('select body from agent_stream_rows order by first')
    .flatMap(({ body }) => body.split('\n').map((line): object => JSON.parse(line) as object));
  expect(streamed.filter((chunk) => 'type' in chunk && chunk.type === 'steering-message')).toEqual([
    steering('Any but red.'),
    steering('Green, rather.'),
  ]);
  await say(session, 'And then?');
  expect(model.requests.at(-1)?.messages.map(({ content }) => content)).toContain('Any but red.');
});
