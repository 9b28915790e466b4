import { expect, it } from 'vitest';

import { changeRow } from '../../../../kit/change-row.ts';

import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
} from '../../../../kit/browser-frames.ts';
import { runConductor } from '../../../../kit/running-conductor.ts';

it('what needs a person, what moves, what is wrong and how much there was stands in one answer', async () => {
  const conductor = await runConductor();
  const overview = async () =>
    (await (await conductor.admin('GET', '/v1/overview')).json()) as Readonly<
      Record<'needs' | 'moving' | 'wrong', readonly Readonly<Record<string, unknown>>[]>
    > &
      Readonly<Record<string, unknown>>;
  expect(await overview()).toEqual({
    at: expect.any(Number),
    needs: [],
    needs_total: 0,
    moving: [],
    wrong: [],
    browsers: { paired: 0, connected: 0 },
    today: {
      since: new Date().setHours(0, 0, 0, 0),
      deliveries: {},
      uncertain: 0,
      actions: 0,
      to_acked_ms: null,
    },
  });

  const { browser, inbox } = await conductor.browser();
  await conductor.admin('POST', '/v1/policy/rules', { tool: '*::echo', decision: 'ask' });
  browser.send(runtimeReport(['asks', 'sends', 'fails']));
  await inbox.allAcked();
  const idOf = new Map(
    conductor
      .rows<{ name: string; id: string }>(
        'select remote_conversation_id as name, local_conversation_id as id from conversations',
      )
      .map(({ name, id }) => [name, id]),
  );
  for (const id of idOf.values()) await conductor.setMode(id, 'auto');
  browser.send(finalMessage('asks', 'reply-1', asking('@conductor::echo::{"text":"x"}')));
  const send = async (name: string) => {
    const path = `/v1/conversations/${idOf.get(name) ?? ''}/messages`;
    await conductor.admin('POST', path, { text: `To ${name}.` });
    return inbox.first('delivery.enqueue', (frame) => frame.remote_conversation_id === name);
  };
  browser.send(deliveryResult(await send('sends'), 'acked', { user_message_id: 'turn-1' }));
  browser.send(deliveryResult(await send('fails'), 'failed', { error_code: 'delivery_uncertain' }));
  await inbox.allAcked();

  const now = await overview();
  expect(now.needs).toEqual([
    expect.objectContaining({
      kind: 'approval',
      action: 'conductor::echo',
      asks: 'permission',
      local_conversation_id: idOf.get('asks'),
      platform: 'chatgpt',
      page_url: 'https://chatgpt.com/c/asks',
    }),
    expect.objectContaining({ kind: 'delivery', code: 'delivery_uncertain' }),
  ]);
  expect(now.moving).toEqual([
    expect.objectContaining({
      kind: 'delivery',
      status: 'acked',
      local_conversation_id: idOf.get('sends'),
    }),
  ]);
  expect(now).toMatchObject({
    needs_total: 2,
    browsers: { paired: 1, connected: 1 },
    today: {
      deliveries: { acked: 1, failed: 1 },
      uncertain: 1,
      actions: 1,
      to_acked_ms: expect.any(Number),
    },
  });
});

it('a conversation that Baton paused is wrong, one that a person paused is not', async () => {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['looping', 'resting']));
  await inbox.allAcked();
  const pause = (name: string, reason: string) =>
    changeRow(
      conductor,
      `update conversations set mode = 'paused', pause_reason = '${reason}' where remote_conversation_id = '${name}'`,
    );
  pause('looping', 'loop_detected: the same again');
  pause('resting', 'I go on tomorrow');
  const answer = await conductor.admin('GET', '/v1/overview');
  const { wrong } = (await answer.json()) as { wrong: readonly unknown[] };
  expect(wrong).toEqual([
    expect.objectContaining({ kind: 'conversation', reason: 'loop_detected: the same again' }),
  ]);
});
