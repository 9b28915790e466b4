import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { agentWorld } from '../../../../kit/agent-world.ts';
import { tempDir } from '../../../../kit/running-conductor.ts';

type Agents = ResponseOf<'listAgents'>;
type Agent = ResponseOf<'getAgent'>;
type Prompt = ResponseOf<'getAgentPrompt'>;

const HELPER = {
  description: 'Helps.',
  tools: ['conductor::echo'],
  instructions: 'Help as the request says.',
};

function withFile(name: string, id: string, task: string): string {
  const dataDir = tempDir();
  mkdirSync(join(dataDir, 'agents'));
  const text = `---\nname: ${id}\ndescription: From a file.\n---\n${task}\n`;
  writeFileSync(join(dataDir, 'agents', name), text, { mode: 0o600 });
  return dataDir;
}

const silent = () => ({ text: 'Yes.' });

test('what was put wins over a file, a file over a built-in one; what is removed shows the next', async () => {
  const dataDir = withFile('time.md', 'time', 'Tell the time of the file.');
  const { ask } = await agentWorld(silent, { dataDir });
  const time = () => ask<Agent>('GET', '/v1/agents/time');
  const file = await time();
  expect(file).toMatchObject({ source: 'file', instructions: 'Tell the time of the file.' });

  const put = await ask<Agent>('PUT', '/v1/agents/time', HELPER);
  expect(put).toMatchObject({ source: 'db', kind: 'worker', limits: { steps: 15, workers: 0 } });
  expect(put.revision).not.toBe(file.revision);
  expect((await ask<Agents>('GET', '/v1/agents')).items.map((one) => one.agent_id)).toEqual([
    'assistant',
    'orchestrator',
    'project',
    'research',
    'time',
  ]);

  expect(await ask('DELETE', '/v1/agents/time')).toEqual({ deleted: true });
  expect(await time()).toEqual(file);
  expect(await ask('DELETE', '/v1/agents/time')).toMatchObject({ code: 'invalid_transition' });
});

test('a file of which no agent can be made is told of, and takes no other with it', async () => {
  const dataDir = withFile('a.md', 'mine', 'Work.');
  writeFileSync(join(dataDir, 'agents', 'b.md'), '---\nname: mine\ndescription: x\n---\nTwice.\n');
  writeFileSync(join(dataDir, 'agents', 'c.md'), 'Nothing.');
  const { ask } = await agentWorld(silent, { dataDir });
  const { items, faults, folder } = await ask<Agents>('GET', '/v1/agents');
  expect(items.find((one) => one.agent_id === 'mine')).toMatchObject({ instructions: 'Work.' });
  expect(faults).toEqual([
    { file: join(folder, 'b.md'), fault: expect.stringContaining('a.md has it too') },
    { file: join(folder, 'c.md'), fault: expect.stringContaining('---') },
  ]);
});

test('a session goes on with the agent as it was', async () => {
  const { ask, open, say, model } = await agentWorld(silent);
  await ask('PUT', '/v1/agents/helper', HELPER);
  const session = await open('helper');
  await ask('PUT', '/v1/agents/helper', { ...HELPER, instructions: 'Do something else.' });
  await say(session, 'Help.');
  expect(model.requests[0]?.messages[0]?.content).toContain('Help as the request says.');
});

test('an agent is put with a model that there is', async () => {
  const { ask } = await agentWorld(silent);
  expect(await ask('PUT', '/v1/agents/helper', { ...HELPER, models: ['none:x'] })).toMatchObject({
    code: 'model_unavailable',
    field: 'body.models.0',
  });
  expect(await ask('PUT', '/v1/agents/Helper', HELPER)).toMatchObject({ field: 'params.id' });
  expect(await ask('PUT', '/v1/agents/helper', { ...HELPER, tools: ['echo'] })).toMatchObject({
    code: 'invalid_request',
    field: 'body.tools.0',
  });
});

test('an agent that is not there is told with names near it', async () => {
  const { ask } = await agentWorld(silent);
  const told = { detail: expect.stringContaining('Did you mean time?') };
  expect(await ask('GET', '/v1/agents/tine')).toMatchObject({ code: 'not_found', ...told });
  const body = { agent: 'tine', model: 'test:small' };
  expect(await ask('POST', '/v1/agent-sessions', body)).toMatchObject({
    code: 'agent_unknown',
    ...told,
  });
});

test('the prompt that is shown is the one that a model is told', async () => {
  const { ask, open, say, model } = await agentWorld(silent);
  const session = await open('time');
  const shown = await ask<Prompt>('GET', `/v1/agents/time/prompt?session=${session}`);
  await say(session, 'The time?');
  const told = model.requests[0]?.messages.filter(({ role }) => role === 'system');
  expect(told?.map(({ content }) => content)).toEqual(shown.sections.map(({ text }) => text));
  expect(await ask('GET', `/v1/agents/assistant/prompt?session=${session}`)).toMatchObject({
    code: 'not_found',
    field: 'query.session',
  });
  const unopened = await ask<Prompt>('GET', '/v1/agents/time/prompt');
  expect(unopened.text).toBe(shown.text);
});

test('a session for reading knows no tool that changes something, and one about Baton only its own', async () => {
  const { ask, model, say } = await agentWorld(({ messages }) =>
    messages.at(-1)?.role === 'user'
      ? { calls: [['conversation::send', '{"id":"x","text":"y"}']] }
      : { text: messages.at(-1)?.content ?? '' },
  );
  const names = async (runMode: string) => {
    const body = { agent: 'assistant', model: 'test:small', run_mode: runMode };
    const { session_id } = await ask<{ session_id: string }>('POST', '/v1/agent-sessions', body);
    const reply = await say(session_id, 'Go.');
    expect(reply.reply?.text).toContain('unknown_tool');
    return model.requests.at(-1)?.tools?.map((one) => one.function.name) ?? [];
  };
  const reading = await names('readonly');
  expect(reading).toContain('conversation__list');
  expect(reading).not.toContain('conversation__send');
  const settings = await names('settings');
  expect(settings.filter((name) => !/^(conductor|memory)__/.test(name))).toEqual([]);
  expect(settings).toContain('conductor__time');
});
