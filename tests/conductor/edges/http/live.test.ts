import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

import { expect, it, onTestFinished } from 'vitest';

import { faceAsk, pageHeadersOf, signIn } from '../../../kit/face-client.ts';
import { followStream } from '../../../kit/follow-stream.ts';
import { runConductor, type RunningConductor, tempDir } from '../../../kit/running-conductor.ts';

const dataOf = ({ data }: { readonly data: string }) => JSON.parse(data) as Record<string, unknown>;

const addRule = (conductor: RunningConductor, tool: string) =>
  conductor.admin('POST', '/v1/policy/rules', { tool, decision: 'ask' });

it('tells first that it lives and what is connected, and then all that happens', async () => {
  const conductor = await runConductor();
  await addRule(conductor, 'before::*');
  const live = await followStream(conductor, '/v1/live');
  const here = await live.first(({ event }) => event === 'here');
  expect(live.events[0]).toBe(here);
  const [{ newest } = { newest: 0 }] = conductor.rows<{ newest: number }>(
    'select max(event_id) as newest from events',
  );
  expect(dataOf(here)).toEqual({
    now: expect.any(Number),
    boot_id: expect.any(String),
    newest_event_id: newest,
    version: expect.any(String),
  });
  expect(here.id).toBeUndefined();
  const presence = await live.first(({ event }) => event === 'presence');
  expect(dataOf(presence)).toEqual({ clients: [], startable: [] });

  await addRule(conductor, 'after::*');
  const trail = await live.first(({ event }) => event === 'trail');
  expect([trail.id, dataOf(trail)['type']]).toEqual([String(newest + 1), 'policy_rule.added']);

  await conductor.browser();
  const connected = await live.first(
    ({ event, data }) => event === 'presence' && data.includes('"connected":true'),
  );
  expect(dataOf(connected)['clients']).toHaveLength(1);
});

it('goes on without a gap after the last event that its reader has, over a restart too', async () => {
  const dataDir = tempDir();
  const first = await runConductor({}, dataDir);
  await addRule(first, 'one::*');
  const live = await followStream(first, '/v1/live?after=0');
  const told = await live.first(({ data }) => data.includes('policy_rule.added'));
  await addRule(first, 'two::*');
  await first.stop();
  await live.ended;
  const again = await runConductor({}, dataDir);
  const headers = { 'last-event-id': told.id ?? '' };
  const next = await followStream(again, '/v1/live?topics=trail', headers);
  const two = await next.first(({ event }) => event === 'trail');
  expect([two.id, dataOf(two)['type']]).toEqual([String(Number(told.id) + 1), 'policy_rule.added']);
  expect(next.events.filter(({ event }) => event === 'presence')).toEqual([]);
  const boots = [live, next].map(({ events }) => dataOf(events[0] ?? { data: '{}' })['boot_id']);
  expect(new Set(boots).size).toBe(2);
});

/** The stream as a page follows it. */
async function followAs(conductor: RunningConductor, cookie: string): Promise<IncomingMessage> {
  const asked = request(`${conductor.url}/v1/live`, {
    headers: {
      host: conductor.faceHost,
      'sec-fetch-site': 'same-origin',
      ...pageHeadersOf(cookie),
    },
    agent: false,
  }).end();
  onTestFinished(() => void asked.destroy());
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return answer.resume();
}

it('ends at once with the session that asked for it', async () => {
  const conductor = await runConductor();
  const { cookie, sessionId } = await signIn(conductor, 'watch');
  const answer = await followAs(conductor, cookie);
  expect(answer.statusCode).toBe(200);
  const ended = once(answer, 'end');
  await conductor.admin('DELETE', `/v1/face/sessions/${sessionId}`);
  await ended;
  expect((await faceAsk(conductor, 'GET', '/v1/live', { cookie })).status).toBe(401);
});

it('a session that follows it too often ends what it followed first', async () => {
  const conductor = await runConductor();
  const { cookie } = await signIn(conductor, 'watch');
  const first = await followAs(conductor, cookie);
  const ended = once(first, 'end');
  const other = await signIn(conductor, 'watch');
  const theirs = await followAs(conductor, other.cookie);
  for (let count = 0; count < 20; count += 1) await followAs(conductor, cookie);
  await ended;
  expect(theirs.readableEnded).toBe(false);
});

it('names what is wrong with what is asked', async () => {
  const conductor = await runConductor();
  for (const [query, field] of [
    ['topics=trail,weather', 'query.topics.1'],
    ['after=x', 'query.after'],
    ['since=1', 'query.since'],
  ]) {
    const answer = await conductor.admin('GET', `/v1/live?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', field });
  }
});
