import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { type AgentWorld, agentWorld } from '../../../../kit/agent-world.ts';
import { asking, userTurn } from '../../../../kit/browser-frames.ts';
import { chatModelWorld, type Session } from '../../../../kit/chat-model-world.ts';
import type { Said, WireRequest } from '../../../../kit/model-server.ts';
import { SimulatedExecutor } from '../../../../kit/simulated-executor.ts';

const asks = (to: string, text: string): Said => ({
  calls: [['conversation::send_and_wait', JSON.stringify({ to, text })]],
});

const lastOf = ({ messages }: WireRequest) => messages.at(-1);

async function mayAskChats({ ask }: AgentWorld): Promise<void> {
  await ask('POST', '/v1/policy/rules', { tool: 'conversation::*', decision: 'run' });
}

test('an agent asks another conversation, whose question back is refused', async () => {
  let first = '';
  let second = '';
  const world = await agentWorld((request) => {
    const said = lastOf(request)?.content ?? '';
    if (said === 'Go.') return asks(second, 'Which tea?');
    if (said === 'Which tea?') return asks(first, 'Why do you ask?');
    return { text: `So: ${said}` };
  });
  await mayAskChats(world);
  first = await world.open();
  second = await world.open();
  const { reply } = await world.say(first, 'Go.');
  expect(reply?.text).toContain('So: So: ');
  expect(reply?.text).toContain('cycle_detected');
});

test('agents ask others only as deep as the setting says', async () => {
  const world = await agentWorld((request) => {
    const isNew = lastOf(request)?.role === 'user';
    const task = request.messages.find(({ role }) => role === 'user')?.content ?? '';
    const name = task.includes('Ask on.') ? 'time' : 'middle';
    const params = { name, task: name === 'time' ? 'Now?' : 'Ask on.', scope: name };
    if (isNew && !task.includes('Now?'))
      return { calls: [['agent::sub-agent', JSON.stringify(params)]] };
    return { text: JSON.stringify({ summary: lastOf(request)?.content ?? '', evidence: [] }) };
  });
  const body = { description: 'x', instructions: 'x', tools: ['agent::sub-agent'] };
  await world.ask('PUT', '/v1/agents/middle', { ...body, limits: { workers: 1 } });
  await world.ask('PATCH', '/v1/settings', { conversations_max_depth: 1 });
  const { reply } = await world.say(await world.open('orchestrator'), 'Go.');
  expect(reply?.text).toContain('cycle_detected');
});

test('a chat asks an agent, an agent asks a chat, and neither may ask back', async () => {
  let agent = '';
  let chat = '';
  const wait = (to: string, text: string): string =>
    asking(`@conversation::send_and_wait::${JSON.stringify({ to, text })}`);
  const { conductor, browser, site, idOf, open, say, ask } = await chatModelWorld((text) => {
    if (text.startsWith('Baton results')) return `So: ${text}`;
    // The chat that is the agent's model.
    if (text.endsWith('Which tea?')) return 'Green.';
    if (text.endsWith('Ask the chat.')) return wait(chat, 'Which cup?');
    if (text.endsWith('Ask who asks.')) return wait(chat, 'Why?');
    return text === 'Which cup?' ? 'The blue one.' : 'Fine.';
  });
  chat = await idOf('mine');
  await conductor.setMode(chat, 'auto');
  await ask('POST', '/v1/policy/rules', { tool: 'conversation::*', decision: 'run' });
  agent = (await open('chat:chatgpt')).session_id;
  const heardIn = (name: string) =>
    site.heard.filter(({ conversation }) => conversation === name).map(({ text }) => text);

  browser.send(userTurn('mine', 'turn-1', 'Ask the agent.'));
  site.observe('mine', wait(agent, 'Which tea?'));
  await expect.poll(() => heardIn('mine').at(-1)).toContain('Green.');

  expect((await say({ session_id: agent } as Session, 'Ask the chat.')).reply?.text).toContain(
    'The blue one.',
  );

  browser.send(userTurn('mine', 'turn-2', 'Once more.'));
  site.observe('mine', wait(agent, 'Ask who asks.'));
  await expect.poll(() => heardIn('mine').at(-1)).toContain('cycle_detected');
  expect(heardIn('mine').filter((text) => text === 'Why?')).toEqual([]);
});

/** An executor whose pages say what a stranger likes. */
async function pageReader({ conductor, ask }: AgentWorld) {
  const { browser, inbox } = await conductor.browser();
  const executor = new SimulatedExecutor(browser);
  executor.report();
  executor.grant('https://example.org');
  await inbox.allAcked();
  await ask('POST', '/v1/policy/rules', { tool: 'browser::*', decision: 'run' });
}

test.each<[string, (first: string, second: string) => { reader: string; hearer: string }]>([
  ['answers', (first, second) => ({ reader: second, hearer: first })],
  ['asks', (first, second) => ({ reader: first, hearer: second })],
])('what a conversation has read that %s counts for the one that hears it', async (_, roles) => {
  let second = '';
  const world = await agentWorld((request) => {
    const said = lastOf(request)?.content ?? '';
    if (said === 'Read.')
      return { calls: [['browser::ensure', '{"url":"https://example.org/a"}']] };
    if (said === 'Go.') return asks(second, 'Which tea?');
    return { text: 'Green.' };
  });
  await pageReader(world);
  const first = await world.open();
  second = await world.open();
  const { reader, hearer } = roles(first, second);
  await world.say(reader, 'Read.');
  // A rule from after that lets it speak to others, whatever it has read.
  const rule = { tool: 'conversation::*', decision: 'run', even_if_tainted: true };
  await world.ask('POST', '/v1/policy/rules', rule);
  const taints = async () => {
    const { items } = await world.ask<ResponseOf<'listSessions'>>('GET', '/v1/sessions');
    return new Map(items.map(({ chat_session_id: id, taint }) => [id, taint?.origins]));
  };
  expect([...(await taints()).keys()]).toEqual([reader]);
  await world.say(first, 'Go.');
  expect((await taints()).get(hearer)).toEqual(['https://example.org']);
});
