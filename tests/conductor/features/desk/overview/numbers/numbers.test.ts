import { expect, it } from 'vitest';

import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import { deliveryResult, finalMessage, runtimeReport } from '../../../../../kit/browser-frames.ts';
import { followStream } from '../../../../../kit/follow-stream.ts';
import { runConductor } from '../../../../../kit/running-conductor.ts';

type Answered = ResponseOf<'listSeries'>;

it('what features count and what there is stands in series, over as much time as is asked for', async () => {
  const begun = Date.now();
  const conductor = await runConductor();
  const ask = async (query = ''): Promise<Answered> =>
    (await (await conductor.admin('GET', `/v1/metrics/series${query}`)).json()) as Answered;
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['arrives', 'fails']));
  await inbox.allAcked();
  for (const name of ['arrives', 'fails']) {
    const [{ id } = { id: '' }] = conductor.rows<{ id: string }>(
      `select local_conversation_id as id from conversations where remote_conversation_id = '${name}'`,
    );
    await conductor.setMode(id, 'auto');
    await conductor.admin('POST', `/v1/conversations/${id}/messages`, { text: 'Hello.' });
    const sent = await inbox.first(
      'delivery.enqueue',
      (frame) => frame.remote_conversation_id === name,
    );
    browser.send(
      name === 'fails'
        ? deliveryResult(sent, 'failed', { error_code: 'delivery_uncertain' })
        : deliveryResult(sent, 'acked', { user_message_id: 'turn-1' }),
    );
  }
  browser.send(finalMessage('arrives', 'reply-1', 'Yes.'));
  await inbox.allAcked();

  const answered = await ask('?span=15m');
  expect(answered).toMatchObject({ step_ms: 10_000, at: expect.any(Number) });
  expect(answered.since).toBeGreaterThanOrEqual(begun);
  expect(answered.from + 90 * 10_000).toBeGreaterThan(answered.at);
  expect(answered.items).toHaveLength(12);
  const of = new Map(answered.items.map((one) => [one.name, one]));
  expect(of.get('deliveries')).toMatchObject({ kind: 'count', value: 1 });
  expect(of.get('failed')).toMatchObject({ value: 1, by: { delivery_uncertain: 1 } });
  expect(of.get('to_acked_p50')?.value).toBeGreaterThan(0);
  expect(of.get('to_final_p50')?.value).toBeGreaterThan(0);
  expect(of.get('commit_p95')?.value).toBeGreaterThan(0);
  for (const one of answered.items) expect(one.points).toHaveLength(90);

  expect((await ask('?names=memory,browsers&span=6h')).items.map(({ name }) => name)).toEqual([
    'memory',
    'browsers',
  ]);
  const wrong = await conductor.admin('GET', '/v1/metrics/series?names=memory,secrets');
  expect(wrong.status).toBe(400);
  expect(await wrong.json()).toMatchObject({ code: 'invalid_request', field: 'query.names.1' });
});

it('are told to a stream that asks for them, at once and only to that one', async () => {
  const conductor = await runConductor();
  await conductor.browser();
  const live = await followStream(conductor, '/v1/live?topics=numbers');
  const told = await live.first(({ event }) => event === 'numbers');
  expect(told.id).toBeUndefined();
  expect(JSON.parse(told.data)).toEqual({
    at: expect.any(Number),
    values: expect.objectContaining({
      browsers: 1,
      memory: expect.any(Number),
      database: expect.any(Number),
    }),
  });
  const other = await followStream(conductor, '/v1/live');
  await other.first(({ event }) => event === 'presence');
  expect(other.events.filter(({ event }) => event === 'numbers')).toEqual([]);
});
