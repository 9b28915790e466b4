import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import { type AgentWorld, agentWorld } from '../../../../../kit/agent-world.ts';
import type { Said, WireRequest } from '../../../../../kit/model-server.ts';
import { tempDir } from '../../../../../kit/running-conductor.ts';

type Schedule = ResponseOf<'getSchedule'> & { readonly code?: string; readonly field?: string };

const at = (moment: string) => Date.parse(moment);

/** A Monday. */
const MONDAY = '2026-11-23T06:00:00Z';

const DAILY = { cron: '0 8 * * *', time_zone: 'Europe/Berlin' };

const ANSWERS = (): Said => ({ text: 'Done.' });

/** A conductor whose clock the test sets. */
async function world(
  say: (request: WireRequest, count: number) => Said = ANSWERS,
  dataDir = tempDir(),
  from = MONDAY,
) {
  let now = at(from);
  const agents = await agentWorld(say, { dataDir, now: () => now });
  return Object.assign(agents, {
    dataDir,
    goTo: (moment: string) => void (now = at(moment)),
    add: (body: object) =>
      agents.ask<Schedule>('POST', '/v1/schedules', {
        prompt: 'What is new?',
        ...(!('session' in body) && { agent: 'assistant', model: 'test:small' }),
        ...body,
      }),
    shown: (id: string) => agents.ask<Schedule>('GET', `/v1/schedules/${id}`),
  });
}

type World = Awaited<ReturnType<typeof world>>;

/** Resolves when the last turn that was due is that of the moment. */
async function due({ shown }: World, id: string, moment: string): Promise<Schedule> {
  await expect.poll(async () => (await shown(id)).last?.at).toBe(at(moment));
  return shown(id);
}

const sessions = async ({ ask }: AgentWorld) =>
  (await ask<ResponseOf<'listAgentSessions'>>('GET', '/v1/agent-sessions')).items;

const skipped = ({ conductor }: AgentWorld) =>
  conductor.rows("select * from events where type = 'schedule.skipped'");

test('each turn that is due begins a conversation with the agent, at that moment and no other', async () => {
  const here = await world();
  const added = await here.add({ ...DAILY, run_mode: 'readonly' });
  expect(added).toMatchObject({
    agent: 'assistant',
    session: null,
    status: 'active',
    next_at: at('2026-11-23T07:00:00Z'),
    last: null,
    turns: 0,
  });
  here.goTo('2026-11-23T07:00:10Z');
  const first = await due(here, added.schedule_id, '2026-11-23T07:00:00Z');
  expect(first).toMatchObject({ turns: 1, last: { outcome: 'sent', error: null } });
  expect(first.next_at).toBe(at('2026-11-24T07:00:00Z'));
  await here.until(first.last_run_id ?? '', 'succeeded');
  here.goTo('2026-11-24T07:00:10Z');
  const second = await due(here, added.schedule_id, '2026-11-24T07:00:00Z');
  await here.until(second.last_run_id ?? '', 'succeeded');
  expect(await sessions(here)).toMatchObject([{ run_mode: 'readonly' }, { run_mode: 'readonly' }]);
  expect(here.model.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual([
    'What is new?',
    'What is new?',
  ]);
  expect(here.conductor.rows('select origin, dedupe_key as k from delivery_jobs')).toEqual([
    { origin: 'schedule', k: `schedule:${added.schedule_id}:${at('2026-11-23T07:00:00Z')}` },
    { origin: 'schedule', k: `schedule:${added.schedule_id}:${at('2026-11-24T07:00:00Z')}` },
  ]);
});

test('a conductor that starts again sends nothing that is not due, and nothing twice', async () => {
  const before = await world();
  const { schedule_id: id, next_at: nextAt } = await before.add(DAILY);
  await before.conductor.stop();

  const early = await world(ANSWERS, before.dataDir, '2026-11-23T06:59:59Z');
  expect(await early.shown(id)).toMatchObject({ turns: 0, next_at: nextAt });
  // A conductor that died after it had begun the conversation, and before the turn was on its way.
  const opened = { id: `${id}-${nextAt}`, agent: 'assistant', model: 'test:small' };
  await early.ask('POST', '/v1/agent-sessions', opened);
  early.goTo('2026-11-23T07:00:00Z');
  const { last_run_id: run } = await due(early, id, '2026-11-23T07:00:00Z');
  await early.conductor.stop();

  const late = await world(ANSWERS, before.dataDir, '2026-11-23T07:00:05Z');
  await late.until(run ?? '', 'succeeded');
  // The next one shows that all that was due is done.
  late.goTo('2026-11-24T07:00:00Z');
  expect(await due(late, id, '2026-11-24T07:00:00Z')).toMatchObject({ turns: 2 });
  expect((await sessions(late)).map((one) => one.session_id).toSorted()).toEqual([
    opened.id,
    `${id}-${at('2026-11-24T07:00:00Z')}`,
  ]);
});

test('of turns that were missed none is sent, or one for all of them', async () => {
  const before = await world();
  const { schedule_id: none } = await before.add(DAILY);
  const { schedule_id: one } = await before.add({ ...DAILY, missed: 'once' });
  const { schedule_id: past } = await before.add({ at: '2026-11-23T09:00:00Z' });
  await before.conductor.stop();

  const after = await world(ANSWERS, before.dataDir, '2026-11-26T12:00:00Z');
  const next = at('2026-11-27T07:00:00Z');
  expect(await due(after, none, '2026-11-23T07:00:00Z')).toMatchObject({
    last: { outcome: 'missed' },
    turns: 0,
    next_at: next,
  });
  expect(await due(after, one, '2026-11-23T07:00:00Z')).toMatchObject({ turns: 1, next_at: next });
  expect(await due(after, past, '2026-11-23T09:00:00Z')).toMatchObject({
    status: 'ended',
    next_at: null,
    turns: 0,
  });
  expect(skipped(after)).toHaveLength(2);
});

test('a turn that comes while the last one is worked on is left out, or waits', async () => {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const here = await world(() => ({ text: 'Done.', after: finished }));
  const session = await here.open();
  const { schedule_id: skips } = await here.add({ every_ms: 60_000 });
  const { schedule_id: waits } = await here.add({ session, every_ms: 60_000, overlap: 'queue' });
  const outcomes = async (moment: string) => [
    (await due(here, skips, moment)).last?.outcome,
    (await due(here, waits, moment)).last?.outcome,
  ];
  here.goTo('2026-11-23T06:01:00Z');
  expect(await outcomes('2026-11-23T06:01:00Z')).toEqual(['sent', 'sent']);
  await expect.poll(() => here.model.requests.length).toBe(2);
  here.goTo('2026-11-23T06:02:00Z');
  expect(await outcomes('2026-11-23T06:02:00Z')).toEqual(['overlapped', 'sent']);
  here.goTo('2026-11-23T06:03:00Z');
  expect(await outcomes('2026-11-23T06:03:00Z')).toEqual(['overlapped', 'overlapped']);
  finish();
  const { last_run_id: run } = await here.shown(waits);
  await here.until(run ?? '', 'succeeded');
  expect(await here.shown(waits)).toMatchObject({ session, turns: 2 });
  // The same reason again is no news.
  expect(skipped(here)).toHaveLength(2);
});

test('what cannot be sent says why, and the next turn comes all the same', async () => {
  const here = await world();
  const session = await here.open();
  const { schedule_id: id } = await here.add({ session, ...DAILY });
  await here.conductor.setMode(session, 'paused');
  here.goTo('2026-11-23T07:00:00Z');
  expect(await due(here, id, '2026-11-23T07:00:00Z')).toMatchObject({
    last: { outcome: 'refused', error: { code: 'conversation_paused' } },
    turns: 0,
  });
  await here.conductor.setMode(session, 'auto');
  here.goTo('2026-11-24T07:00:00Z');
  const { last, last_run_id: run } = await due(here, id, '2026-11-24T07:00:00Z');
  expect(last).toMatchObject({ outcome: 'sent', error: null });
  await here.until(run ?? '', 'succeeded');
  await here.ask('DELETE', `/v1/conversations/${session}`);
  expect((await here.shown(id)).code).toBe('not_found');
});

test('a person pauses a schedule, resumes it, has a turn of it now, and removes it', async () => {
  const here = await world();
  const { schedule_id: id } = await here.add(DAILY);
  const ask = (what: string) => here.ask<Schedule>('POST', `/v1/schedules/${id}/${what}`);
  expect(await ask('pause')).toMatchObject({ status: 'paused', next_at: null });
  expect((await ask('pause')).code).toBe('invalid_transition');
  const { last_run_id: run, turns } = await ask('run-now');
  expect(turns).toBe(1);
  await here.until(run ?? '', 'succeeded');
  here.goTo('2026-11-25T12:00:00Z');
  expect(await ask('resume')).toMatchObject({
    status: 'active',
    next_at: at('2026-11-26T07:00:00Z'),
    last: null,
  });
  expect(await here.ask('DELETE', `/v1/schedules/${id}`)).toEqual({ deleted: true });
  expect((await here.ask<ResponseOf<'listSchedules'>>('GET', '/v1/schedules')).items).toEqual([]);

  const { schedule_id: once } = await here.add({ at: '2026-11-26T08:00:00', time_zone: 'UTC' });
  await here.ask('POST', `/v1/schedules/${once}/pause`);
  here.goTo('2026-11-27T00:00:00Z');
  expect(await here.ask('POST', `/v1/schedules/${once}/resume`)).toMatchObject({
    status: 'ended',
    turns: 0,
  });
});

test('a wish that cannot be is refused with the field that is wrong', async () => {
  const here = await world();
  const session = await here.open();
  const refused = async (body: object) => {
    const { code, field } = await here.add(body);
    return [code, field];
  };
  expect(await refused({})).toEqual(['invalid_request', 'body.cron']);
  expect(await refused({ ...DAILY, every_ms: 60_000 })).toEqual(['invalid_request', 'body.cron']);
  expect(await refused({ cron: '0 0 31 2 *' })).toEqual(['invalid_request', 'body.cron']);
  expect(await refused({ every_ms: 59_999 })).toEqual(['invalid_request', 'body.every_ms']);
  expect(await refused({ at: '2026-11-23T05:59:00Z' })).toEqual(['invalid_request', 'body.at']);
  expect(await refused({ at: 'tomorrow' })).toEqual(['invalid_request', 'body.at']);
  expect(await refused({ ...DAILY, time_zone: 'Mars/Base' })).toEqual([
    'invalid_request',
    'body.time_zone',
  ]);
  expect(await refused({ ...DAILY, agent: null })).toEqual(['invalid_request', 'body.agent']);
  expect(await refused({ ...DAILY, session, agent: 'time' })).toEqual([
    'invalid_request',
    'body.agent',
  ]);
  expect(await refused({ ...DAILY, session, run_mode: 'readonly' })).toEqual([
    'invalid_request',
    'body.run_mode',
  ]);
  expect(await refused({ ...DAILY, agent: 'nobody' })).toEqual(['agent_unknown', 'body.agent']);
  expect(await refused({ ...DAILY, model: 'none:x' })).toEqual(['model_unavailable', 'body.model']);
  expect(await refused({ ...DAILY, session: 'nobody' })).toEqual(['not_found', 'body.session']);
});
