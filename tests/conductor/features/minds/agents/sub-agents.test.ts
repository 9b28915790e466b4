import { expect, test } from 'vitest';

import { type AgentWorld, agentWorld, type Run } from '../../../../kit/agent-world.ts';
import { SimulatedExecutor } from '../../../../kit/simulated-executor.ts';
import type { Said, WireRequest } from '../../../../kit/model-server.ts';

const ANSWER = { summary: 'It is late.', evidence: [{ claim: 'The clock says so.' }] };

const lastOf = ({ messages }: WireRequest) => messages.at(-1);

const heard = (request: WireRequest, words: string) =>
  request.messages.some(({ content }) => content?.includes(words) === true);

/** Is it a worker that speaks? It was told the schema of its answer. */
const isWorker = (request: WireRequest) => heard(request, '# Scope');

const ask = (params: Readonly<Record<string, unknown>>): Said => ({
  calls: [['agent::sub-agent', JSON.stringify(params)]],
});

const TASK = { name: 'time', task: 'Tell the time.', scope: 'the time' };

/** The orchestrator asks a worker that is asked as `worker` says, and repeats what it brought. */
const delegating =
  (worker: (request: WireRequest) => Said, params: Readonly<Record<string, unknown>> = TASK) =>
  (request: WireRequest): Said => {
    if (isWorker(request)) return worker(request);
    return lastOf(request)?.role === 'user'
      ? ask(params)
      : { text: `It brought ${lastOf(request)?.content ?? ''}` };
  };

const timeWorker = (request: WireRequest): Said =>
  lastOf(request)?.role === 'user'
    ? { calls: [['conductor::time', '{}']] }
    : { text: JSON.stringify(ANSWER) };

async function sessions({ ask: get }: AgentWorld, agent: string) {
  const page = await get<{ items: { session_id: string; title: string }[] }>(
    'GET',
    `/v1/agent-sessions?agent=${agent}`,
  );
  return page.items;
}

const runsOf = async ({ ask: get }: AgentWorld, session: string) =>
  (await get<{ items: Run[] }>('GET', `/v1/agent-runs?conversation=${session}`)).items;

async function begin(world: AgentWorld, text = 'What time is it?') {
  const session = await world.open('orchestrator');
  const body = { text };
  const { job } = await world.ask<{ job: { job_id: string } }>(
    'POST',
    `/v1/conversations/${session}/messages`,
    body,
  );
  return { session, run: job.job_id };
}

test('an agent has another one do a part of its task, and gets its answer', async () => {
  const world = await agentWorld(delegating(timeWorker));
  const { reply } = await world.say(await world.open('orchestrator'), 'What time is it?');
  expect(reply?.text).toBe(`It brought ${JSON.stringify(ANSWER)}`);

  const [worker] = await sessions(world, 'time');
  expect(worker?.title).toBe('the time');
  const [run] = await runsOf(world, worker?.session_id ?? '');
  expect(run).toMatchObject({ status: 'succeeded', calls_used: 1 });
  const told = world.model.requests.find(isWorker)?.messages.find(({ role }) => role === 'user');
  expect(told?.content).toContain('Tell the time.');
  expect(told?.content).not.toContain('What time is it?');
});

test('an answer that does not fit is asked for once more, and then given as it is', async () => {
  const second = await agentWorld(
    delegating((request) =>
      heard(request, 'does not fit')
        ? { text: `Here: \`\`\`json\n${JSON.stringify(ANSWER)}\n\`\`\`` }
        : { text: 'Late.' },
    ),
  );
  const mended = await second.say(await second.open('orchestrator'), 'Go.');
  expect(mended.reply?.text).toBe(`It brought ${JSON.stringify(ANSWER)}`);

  const never = await agentWorld(delegating(() => ({ text: 'Late.' })));
  const unfit = await never.say(await never.open('orchestrator'), 'Go.');
  expect(unfit.reply?.text).toContain('"summary":"Late."');
  expect(unfit.reply?.text).toContain('schema_error');
});

test('a worker that fails is told of with its error, and the run goes on', async () => {
  const world = await agentWorld(delegating(() => ({ status: 400, words: 'no such thing' })));
  const { reply } = await world.say(await world.open('orchestrator'), 'Go.');
  expect(reply?.text).toContain('model_refused');
});

test('what is asked of whom has its bounds', async () => {
  const refusal = async (said: Said, agent: object) => {
    const world = await agentWorld((request) => {
      if (isWorker(request)) return { text: JSON.stringify(ANSWER) };
      return lastOf(request)?.role === 'user' ? said : { text: 'Done.' };
    });
    const body = { kind: 'orchestrator', description: 'x', instructions: 'x', ...agent };
    await world.ask('PUT', '/v1/agents/lead', body);
    await world.say(await world.open('lead'), 'Go.');
    return world.model.requests
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join('\n');
  };
  const tools = { tools: ['agent::sub-agent'] };
  expect(await refusal(ask({ ...TASK, name: 'nobody' }), tools)).toContain(
    'agent_unknown: There is no worker nobody',
  );
  expect(await refusal(ask({ ...TASK, name: 'assistant' }), tools)).toContain('agent_unknown');
  const twice = { calls: [...(ask(TASK).calls ?? []), ...(ask(TASK).calls ?? [])] };
  expect(await refusal(twice, tools)).toContain('scope_taken');
  const apart = {
    calls: [...(ask(TASK).calls ?? []), ...(ask({ ...TASK, scope: 'else' }).calls ?? [])],
  };
  expect(await refusal(apart, { ...tools, limits: { workers: 1 } })).toContain('too_many_workers');
  expect(await refusal(apart, tools)).not.toContain('too_many_workers');
});

test('a worker knows no tool beyond those it was held to, and none by which to ask others', async () => {
  const world = await agentWorld(
    delegating(() => ({ text: JSON.stringify(ANSWER) }), {
      ...TASK,
      name: 'wide',
      allowed_tools: ['conductor::*'],
      budget: { max_steps: 2 },
    }),
  );
  const body = { description: 'x', instructions: 'x', tools: ['*::*'] };
  await world.ask('PUT', '/v1/agents/wide', body);
  await world.say(await world.open('orchestrator'), 'Go.');
  const request = world.model.requests.find(isWorker);
  const names = request?.tools?.map((tool) => tool.function.name) ?? [];
  expect(names).toContain('conductor__time');
  expect(names.filter((name) => !name.startsWith('conductor__'))).toEqual([]);
  expect(heard(request as WireRequest, '2 steps')).toBe(true);
});

test('a run waits for a person as long as its worker does, and has no more runs at once than there may be', async () => {
  const world = await agentWorld(
    delegating(
      (request) =>
        lastOf(request)?.role === 'user'
          ? { calls: [['conversation::send', '{"to":"nobody-at-all","text":"Hello."}']] }
          : { text: JSON.stringify(ANSWER) },
      { ...TASK, name: 'writer' },
    ),
  );
  const body = { description: 'x', instructions: 'x', tool_pack_keys: ['pack:chats'] };
  await world.ask('PUT', '/v1/agents/writer', body);
  await world.ask('PATCH', '/v1/settings', { agents: { max_runs_at_once: 1 } });
  const { run } = await begin(world);
  await world.until(run, 'waiting_person');
  const { items } = await world.ask<{ items: { approval_id: string }[] }>('GET', '/v1/approvals');
  expect(items).toHaveLength(1);
  await world.ask('POST', `/v1/approvals/${items[0]?.approval_id ?? ''}/decision`, {
    decision: 'deny',
  });
  await world.until(run, 'succeeded');
});

test('a run that is stopped takes its worker along', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const world = await agentWorld(delegating(() => ({ after: promise, text: 'Late.' })));
  const { run } = await begin(world);
  await expect.poll(() => world.model.requests.some(isWorker)).toBe(true);
  await world.ask('POST', `/v1/agent-runs/${run}/stop`, {});
  await world.until(run, 'stopped');
  resolve();
  const [worker] = await sessions(world, 'time');
  const [asked] = await runsOf(world, worker?.session_id ?? '');
  expect(asked?.status).toBe('stopped');
});

test('a worker is reached by whoever asked it, and by no other conversation', async () => {
  const world = await agentWorld((request) => {
    if (isWorker(request)) return { text: JSON.stringify(ANSWER) };
    const said = lastOf(request);
    if (said?.role !== 'user') return { text: said?.content ?? '' };
    return said.content === 'Go.'
      ? ask(TASK)
      : {
          calls: [
            ['conversation::list', '{}'],
            ['conversation::send', said.content ?? ''],
          ],
        };
  });
  await world.say(await world.open('orchestrator'), 'Go.');
  const [worker] = await sessions(world, 'time');
  const to = worker?.session_id ?? '';
  await world.ask('POST', '/v1/policy/rules', {
    tool: 'conversation::*',
    decision: 'run',
  });
  const session = await world.open('assistant');
  await world.say(session, JSON.stringify({ to, text: 'Do something else.' }));
  const told = world.model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];
  expect(told[0]?.content).not.toContain(to);
  expect(told[1]?.content).toContain('not_found');
});

test('who deletes a conversation deletes those that it asked', async () => {
  const world = await agentWorld(delegating(timeWorker));
  const session = await world.open('orchestrator');
  await world.say(session, 'What time is it?');
  expect(await sessions(world, 'time')).toHaveLength(1);
  await world.ask('DELETE', `/v1/conversations/${session}`);
  expect(await sessions(world, 'time')).toEqual([]);
  expect(world.conductor.rows('select 1 from agent_runs')).toEqual([]);
});

test('a page that a worker has read counts for what its asker does with the answer', async () => {
  const send = ['conversation::send', '{"to":"nobody","text":"what the page wanted"}'] as const;
  const world = await agentWorld((request) => {
    if (isWorker(request))
      return lastOf(request)?.role === 'user'
        ? { calls: [['browser::ensure', '{"url":"https://example.org/a"}']] }
        : { text: JSON.stringify(ANSWER) };
    return lastOf(request)?.role === 'user' ? ask({ ...TASK, name: 'reader' }) : { calls: [send] };
  });
  const { conductor } = world;
  const { browser, inbox } = await conductor.browser();
  const executor = new SimulatedExecutor(browser);
  executor.report();
  executor.grant('https://example.org');
  await inbox.allAcked();
  for (const [id, kind, tools] of [
    ['reader', 'worker', 'browser::*'],
    ['asker', 'orchestrator', '*::*'],
  ] as const) {
    const body = { kind, description: id, instructions: 'Work.', tools: [tools] };
    expect(await world.ask('PUT', `/v1/agents/${id}`, body)).not.toHaveProperty('code');
  }
  const session = await world.open('asker');
  await world.ask('POST', `/v1/conversations/${session}/messages`, { text: 'Read it.' });
  const asked = () =>
    conductor.rows("select tool, risk from instructions where status = 'awaiting_approval'");
  await expect.poll(asked).toEqual([{ tool: 'send', risk: 'high' }]);
});
