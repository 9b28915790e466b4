import { expect, test } from 'vitest';

import { agentWorld } from '../../../kit/agent-world.ts';
import type { Said, WireRequest } from '../../../kit/model-server.ts';

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
