import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { agentWorld } from '../../../../kit/agent-world.ts';
import type { Said, WireRequest } from '../../../../kit/model-server.ts';

async function probed(say: (request: WireRequest) => Said): Promise<unknown> {
  const { ask } = await agentWorld(say);
  return ask('POST', '/v1/models/probe', { model: 'test:small' });
}

test('a probe tells whether a model calls tools', async () => {
  const calls = await probed(({ tools }) => ({
    calls: [[tools?.[0]?.function.name ?? '', '{}']],
  }));
  expect(calls).toMatchObject({ model: 'test:small', tools: true });
  expect(await probed(() => ({ text: 'ready' }))).toMatchObject({ text: 'ready', tools: false });
});

test('a model that refuses tools is asked without them', async () => {
  const said = await probed(({ tools }) =>
    tools === undefined ? { text: 'ready' } : { status: 400, words: 'tools are not supported' },
  );
  expect(said).toMatchObject({ text: 'ready', tools: false });
  expect(await probed(() => ({ status: 401 }))).toMatchObject({ code: 'model_auth' });
});

test('a list of models says how much they take, and never asks them', async () => {
  const { ask, model } = await agentWorld(() => ({}), { endpoint: { context_tokens: 8_000 } });
  expect(await ask('GET', '/v1/models')).toMatchObject({
    items: [{ name: 'test', context_tokens: 8_000, fault: null }],
    chats: [],
  });
  expect(model.requests).toEqual([]);
});

test('a list of models says how each was when it was asked last', async () => {
  let said: Said = { text: 'ready' };
  const { ask, model } = await agentWorld(() => said);
  const stateNow = async () =>
    (await ask<ResponseOf<'listModels'>>('GET', '/v1/models')).items.map(({ state }) => state);
  const probe = () => ask('POST', '/v1/models/probe', { model: 'test:small' });
  expect(await stateNow()).toEqual(['unknown']);
  await probe();
  expect(await stateNow()).toEqual(['ready']);
  said = { status: 401 };
  await probe();
  expect(await stateNow()).toEqual(['unauthorized']);
  model.stop();
  await probe();
  expect(await stateNow()).toEqual(['unreachable']);
});

test('metrics tell how long models take, and how many tokens', async () => {
  const { ask, conductor } = await agentWorld((_request, count) =>
    count === 1 ? { text: 'ready', tokens: [70, 5] } : { status: 401 },
  );
  const probe = () => ask('POST', '/v1/models/probe', { model: 'test:small' });
  await probe();
  await probe();
  const text = await (await conductor.admin('GET', '/metrics')).text();
  for (const line of [
    'baton_agent_model_seconds_count{endpoint="test",outcome="replied"} 1',
    'baton_agent_model_seconds_count{endpoint="test",outcome="model_auth"} 1',
    'baton_agent_tokens_total{endpoint="test",direction="in"} 70',
    'baton_agent_tokens_total{endpoint="test",direction="out"} 5',
  ])
    expect(text).toContain(line);
});
