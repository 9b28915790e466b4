import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { BROWSER_NAMES, type BrowserName } from '../../../launcher/find-browser.ts';
import { waitUntil } from '../../../launcher/wait-until.ts';
import type { Assistant } from '../../../playground/assistant.ts';
import { chatgptSite } from '../../kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';
import { createChatWorld } from '../../kit/chat-world.ts';
import { type ConductorProcess, startConductorProcess } from '../../kit/conductor-process.ts';
import { ModelServer, type Said, type WireRequest } from '../../kit/model-server.ts';
import { chunksOf, folded } from '../../kit/stock-chat.ts';
import { pairBrowser, SimulatedBrowser } from '../../kit/simulated-browser.ts';
import { SimulatedModelChat } from '../../kit/simulated-model-chat.ts';
import { installedServer } from '../../kit/tool-servers.ts';

/** Returns any model's words for its task; `hasResults`: results of its calls are there. */
function speak(
  task: string,
  hasResults: boolean,
  notesDir: string,
): { readonly text: string; readonly calls: readonly (readonly [string, object])[] } {
  const answer = JSON.stringify({ summary: 'It is done.', evidence: [] });
  if (task.includes('Read the list.'))
    return hasResults
      ? { text: answer, calls: [] }
      : { text: 'I read.', calls: [['mcp.files::list_directory', { path: notesDir }]] };
  if (task.includes('Echo the tea.'))
    return hasResults
      ? { text: answer, calls: [] }
      : { text: 'I echo.', calls: [['conductor::echo', { text: 'tea' }]] };
  if (hasResults) return { text: 'All is done.', calls: [] };
  const part = (name: string, work: string) =>
    ['agent::sub-agent', { name, task: work, scope: name }] as const;
  return {
    text: 'Two shall help me.',
    calls: [part('reader', 'Read the list.'), part('asker', 'Echo the tea.')],
  };
}

interface Way {
  readonly ref: string;
  /** Whose chats are the model; `simulated`: without pages; `none`: it is an endpoint. */
  readonly browser: BrowserName | 'simulated' | 'none';
}

const WAYS: readonly Way[] = [
  { ref: 'api:large', browser: 'none' },
  { ref: 'local:small', browser: 'none' },
  { ref: 'chat:chatgpt', browser: 'simulated' },
  ...BROWSER_NAMES.map((browser) => ({ ref: 'chat:chatgpt', browser })),
];

function sayOfApi({ messages }: WireRequest, notesDir: string): Said {
  const task = messages.find(({ role }) => role === 'user')?.content ?? '';
  const said = speak(task, messages.at(-1)?.role === 'tool', notesDir);
  return {
    text: said.text,
    calls: said.calls.map(([tool, params]) => [tool, JSON.stringify(params)] as const),
  };
}

function sayInChat(task: string, text: string, notesDir: string): string {
  const said = speak(task, text.startsWith('Baton results'), notesDir);
  const actions = said.calls.map(([tool, params]) => `@${tool}::${JSON.stringify(params)}`);
  if (actions.length === 0) return said.text;
  return `${said.text}\n\n\`\`\`baa\n${actions.join('\n')}\n\`\`\``;
}

const assistantOf = (notesDir: string): Assistant => ({
  async *reply(history) {
    yield sayInChat(history[0]?.text ?? '', history.at(-1)?.text ?? '', notesDir);
  },
});

/** A browser without pages, at a site whose chats know their task by the results that they are told. */
async function simulate({ url, dataDir }: ConductorProcess, notesDir: string): Promise<void> {
  const secret = readFileSync(join(dataDir, 'admin-secret'), 'utf8').trim();
  const browser = new SimulatedBrowser(url, await pairBrowser(url, secret));
  onTestFinished(() => browser.close());
  const site = new SimulatedModelChat(browser, [], (text) => {
    if (!text.startsWith('Baton results')) return sayInChat(text, text, notesDir);
    const isEcho = text.includes('@conductor::echo');
    const own = isEcho ? 'Echo the tea.' : '';
    return sayInChat(text.includes('list_directory') ? 'Read the list.' : own, text, notesDir);
  });
  void browser.connect();
  onTestFinished(() => expect(site.heard).toHaveLength(6));
}

/** A conductor with the models, the tool server and the agents; what it gives counts messages that came twice. */
async function begin({ browser }: Way): Promise<{
  readonly conductor: ConductorProcess;
  readonly notesDir: string;
  readonly duplicates: () => number;
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'baton-agents-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const notesDir = join(dataDir, 'notes');
  mkdirSync(notesDir);
  writeFileSync(join(notesDir, 'monday.md'), 'Buy tea.');
  const mcpServers = { files: installedServer('filesystem', notesDir) };
  writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
  const model = await new ModelServer((request) => sayOfApi(request, notesDir)).start();
  onTestFinished(() => model.stop());
  const keyFile = join(dataDir, 'key');
  writeFileSync(keyFile, 'a-key', { mode: 0o600 });
  const endpoint = { kind: 'openai-compatible', base_url: model.url };
  const models = [
    { ...endpoint, name: 'api', api_key_file: keyFile },
    { ...endpoint, name: 'local' },
  ];
  writeFileSync(join(dataDir, 'models.json'), JSON.stringify({ models }));
  if (browser === 'none' || browser === 'simulated') {
    const conductor = await startConductorProcess({ dataDir });
    onTestFinished(() => conductor.dispose());
    if (browser === 'simulated') await simulate(conductor, notesDir);
    return { conductor, notesDir, duplicates: () => 0 };
  }
  const site = chatgptSite({ assistant: assistantOf(notesDir) });
  const world = await createChatWorld(browser, { site, conductor: { dataDir } });
  onTestFinished(() => world.dispose());
  await world.browser.newPage('https://chatgpt.com/');
  return { conductor: world.conductor, notesDir, duplicates: () => world.site.duplicates() };
}

async function until(what: string, ask: () => boolean | Promise<boolean>): Promise<void> {
  await waitUntil(what, 120_000, async () => ((await ask()) ? true : null));
}

test.for(WAYS)(
  'one orchestrator works on $ref (browser: $browser): two workers, a tool server, a person asked inside a worker, two kills',
  async (way) => {
    const { conductor, duplicates } = await begin(way);
    const ask = (method: string, path: string, body?: object) => conductor.ask(method, path, body);
    await ask('PUT', '/v1/agents/lead', {
      kind: 'orchestrator',
      description: 'Has others work.',
      instructions: 'Have others do the work.',
      tools: ['agent::sub-agent'],
    });
    const worker = { description: 'Works.', instructions: 'Do your part.' };
    await ask('PUT', '/v1/agents/reader', { ...worker, tools: ['mcp.files::*'] });
    await ask('PUT', '/v1/agents/asker', { ...worker, tools: ['conductor::echo'] });
    await ask('POST', '/v1/policy/rules', { tool: 'mcp.files::*', decision: 'run' });
    await ask('POST', '/v1/policy/rules', { tool: 'conductor::echo', decision: 'ask' });
    const session = 'session-1';
    await until('a model that can serve', async () => {
      const wish = { id: session, agent: 'lead', model: way.ref };
      return Object(await ask('POST', '/v1/agent-sessions', wish)).session_id === session;
    });

    const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Do all.' }] };
    const chat = () => {
      const secret = readFileSync(join(conductor.dataDir, 'admin-secret'), 'utf8').trim();
      return fetch(`${conductor.url}/v1/chat`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: session, message }),
      });
    };
    await (await chat()).body?.cancel();
    const runs = () =>
      conductor.query('select status, parent_run_id as parent from agent_runs order by started_at');
    const stands = () => runs().find(({ parent }) => parent === null)?.['status'];
    const killed = async () => {
      await conductor.kill9();
      await conductor.start();
    };

    await until('a worker to work', () => runs().length >= 2);
    await killed();
    await until('a worker to ask the person', () => stands() === 'waiting_person');
    await killed();
    expect(stands()).toBe('waiting_person');
    const { items } = (await ask('GET', '/v1/approvals?decision=open')) as {
      items: { approval_id: string }[];
    };
    expect(items).toMatchObject([{ instruction: { action: 'conductor::echo' } }]);
    await ask('POST', `/v1/approvals/${items[0]?.approval_id}/decision`, { decision: 'approve' });
    await until('the run to end', () => stands() === 'succeeded');
    expect(runs().map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);

    // What streamed, over two kills, makes the message that is stored.
    const told = await folded(await chunksOf(await chat()));
    const [stored] = conductor.query(
      `select parts_json as parts from agent_messages m
       join conversations c on c.conversation_key = m.conversation_key
       where m.role = 'assistant' and c.local_conversation_id = ?`,
      session,
    );
    expect(told).toEqual(JSON.parse(String(stored?.['parts'])));
    expect(told).toMatchObject([
      { type: 'step-start' },
      { text: 'Two shall help me.' },
      { type: 'tool-agent::sub-agent', state: 'output-available' },
      { type: 'tool-agent::sub-agent', state: 'output-available' },
      { type: 'data-approval', data: { toolId: 'conductor::echo', decision: 'approved' } },
      { type: 'step-start' },
      { text: 'All is done.' },
    ]);
    const ran = `select tool, count(*) as n from instructions where status = 'succeeded'
      group by 1 order by 1`;
    expect(conductor.query(ran)).toEqual([
      { tool: 'echo', n: 1 },
      { tool: 'list_directory', n: 1 },
      { tool: 'sub-agent', n: 2 },
    ]);
    expect(duplicates()).toBe(0);
  },
);
