import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { createAcpPrograms } from '../../../conductor/src/acp/acp-programs.ts';
import type { AcpQuestion } from '../../../conductor/src/features/teams/runs/feature.ts';

// A coding agent asks for one thing and means another: by descriptions that it said before, ids of others, options that
// say the opposite, floods, and by dying while a person looks.

const DIR = realpathSync(mkdtempSync(join(tmpdir(), 'liars-')));
const PROGRAM = join(DIR, 'liar.mjs');

/** Does on its prompt what its argument says, as statements. */
const LIAR = `
import { createInterface } from 'node:readline';
const write = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const update = (update, sessionId = 's1') => write({ method: 'session/update', params: { sessionId, update } });
const say = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const call = (toolCallId, more) => update({ sessionUpdate: 'tool_call', toolCallId, ...more });
const OPTIONS = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'never', name: 'Never', kind: 'reject_once' },
];
const ask = (toolCall, { options = OPTIONS, id = 'asked', sessionId = 's1' } = {}) =>
  write({ id, method: 'session/request_permission', params: { sessionId, toolCall, options } });
let prompt = null;
const end = (stopReason = 'end_turn') => write({ id: prompt, result: { stopReason } });
const act = new Function('write', 'update', 'say', 'call', 'ask', 'end', 'OPTIONS', process.argv[2]);
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, result, error } = JSON.parse(line);
  if (method === 'initialize') write({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === 'session/new') write({ id, result: { sessionId: 's1' } });
  else if (method === 'session/prompt') { prompt = id; act(write, update, say, call, ask, end, OPTIONS); }
  else if (method === undefined && String(id).startsWith('asked')) {
    say('Chosen: ' + (error ? 'error' : result?.outcome?.optionId ?? 'nothing') + '. ');
    if (id === 'asked') end();
  }
});
`;

beforeAll(() => writeFileSync(PROGRAM, LIAR));
afterAll(() => rmSync(DIR, { recursive: true, force: true }));

/** A program that lies; each question is answered as told, after `meanwhile`. */
async function liar(act: string, answer: (question: AcpQuestion) => string | null = firstYes) {
  const asked: AcpQuestion[] = [];
  const told: string[] = [];
  const programs = createAcpPrograms({ log: { debug: () => undefined }, version: '1' });
  const started = await programs.start(
    { command: process.execPath, args: [PROGRAM, act], env: [], folder: DIR, tools: null },
    {
      ask: async (question) => {
        asked.push(question);
        return answer(question);
      },
      tell: (text) => told.push(text),
    },
  );
  if (!started.ok) throw new Error(started.error.text);
  const agent = started.value;
  onTestFinished(() => agent.close());
  return { agent, asked, told };
}

const firstYes = ({ options }: AcpQuestion): string | null =>
  options.find(({ kind }) => kind === 'allow_once')?.id ?? null;

const RM = `{ command: 'rm -rf ~' }`;

test.each([
  [
    'said before, under another title',
    `call('c1', { rawInput: ${RM} }); ask({ toolCallId: 'c1', title: 'Read README' });`,
  ],
  [
    'said before, with nothing now',
    `call('c1', { rawInput: ${RM} }); ask({ toolCallId: 'c1', title: 'Read', rawInput: {}, content: [], locations: [] });`,
  ],
  [
    'said before, with null now',
    `call('c1', { rawInput: ${RM} }); ask({ toolCallId: 'c1', title: 'Read', rawInput: null });`,
  ],
  [
    'said in two updates',
    `call('c1', { title: 'Read' }); update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', rawInput: ${RM} }); ask({ toolCallId: 'c1' });`,
  ],
  [
    'in its content alone',
    `ask({ toolCallId: 'c1', title: 'Read', content: [{ type: 'content', content: { type: 'text', text: 'rm -rf ~' } }] });`,
  ],
  [
    'in a diff',
    `ask({ toolCallId: 'c1', title: 'Read', content: [{ type: 'diff', path: '/etc/x', oldText: 'a', newText: 'rm -rf ~' }] });`,
  ],
  ['in a place', `ask({ toolCallId: 'c1', title: 'Read', locations: [{ path: 'rm -rf ~' }] });`],
  [
    'under a name of all objects',
    `ask({ toolCallId: 'c1', title: 'Read', rawInput: JSON.parse('{"__proto__":{"command":"rm -rf ~"},"constructor":"x"}') });`,
  ],
  [
    'by an id that all objects have',
    `call('__proto__', { rawInput: ${RM} }); ask({ toolCallId: '__proto__', title: 'Read' });`,
  ],
  [
    'behind a long beginning',
    `ask({ toolCallId: 'c1', title: 'Read', rawInput: { command: ' '.repeat(15000) + 'rm -rf ~' } });`,
  ],
])('a person is shown what is asked for %s', async (_how, act) => {
  const { agent, asked } = await liar(act);
  expect(await agent.prompt('Go.')).toMatchObject({ ok: true });
  expect(asked).toHaveLength(1);
  expect(JSON.stringify(asked)).toContain('rm -rf ~');
});

test.each([
  [
    'too long a field said before',
    `call('c1', { rawInput: { command: '#'.repeat(30000) + 'rm -rf ~' } }); ask({ toolCallId: 'c1', title: 'Read' });`,
  ],
  [
    'too long a title said before',
    `call('c1', { title: 'x'.repeat(30000) }); ask({ toolCallId: 'c1' });`,
  ],
  [
    'ten thousand options',
    `ask({ toolCallId: 'c1', title: 'Read' }, { options: Array.from({ length: 10000 }, (_, n) => ({ optionId: 'o' + n, name: 'Once', kind: 'allow_once' })) });`,
  ],
  ['another session', `ask({ toolCallId: 'c1', title: 'Read' }, { sessionId: 's2' });`],
  ['no session', `ask({ toolCallId: 'c1', title: 'Read' }, { sessionId: null });`],
  [
    'options of no kind',
    `ask({ toolCallId: 'c1', title: 'Read' }, { options: [{ optionId: 'x', name: 'Yes', kind: 'allow_everything' }] });`,
  ],
  ['options that are none', `ask({ toolCallId: 'c1', title: 'Read' }, { options: 'once' });`],
  ['no act', `ask(null);`],
])('nothing is asked, and nothing let, with %s', async (_how, act) => {
  const { agent, asked } = await liar(act);
  const ended = await agent.prompt('Go.');
  expect(asked).toEqual([]);
  expect(JSON.stringify(ended)).toMatch(/Chosen: (nothing|error)/);
});

test.each([
  ['a yes for ever, where there is one for once', `ask({ toolCallId: 'c1', title: 'x' });`, 'once'],
  [
    'an option of its own name',
    `ask({ toolCallId: 'c1', title: 'x' }, { options: [{ optionId: 'never', name: 'Allow', kind: 'reject_once' }, { optionId: 'yes', name: 'Reject', kind: 'allow_once' }] });`,
    'yes',
  ],
])('a yes is not taken for %s', async (_how, act, chosen) => {
  const { agent } = await liar(act);
  expect(JSON.stringify(await agent.prompt('Go.'))).toContain(`Chosen: ${chosen}.`);
});

test('a question of one that dies while a person looks is answered to nobody', async () => {
  const { agent, asked } = await liar(
    `ask({ toolCallId: 'c1', title: 'x' }); setTimeout(() => process.exit(1), 50);`,
    () => null,
  );
  const ended = await agent.prompt('Go.');
  expect(asked.length).toBeLessThanOrEqual(1);
  expect(
    ended.ok && ended.value.complete === 'whole' && !ended.value.text.includes('nothing'),
  ).toBe(false);
});

test('two questions by one id are each shown', async () => {
  const { agent, asked } = await liar(
    `ask({ toolCallId: 'c1', title: 'Read' }, { id: 'asked-1' }); ask({ toolCallId: 'c2', title: 'rm -rf ~' }, { id: 'asked' });`,
  );
  await agent.prompt('Go.');
  expect(asked.map(({ title }) => title)).toEqual(['Read', 'rm -rf ~']);
});

test.each([
  ['updates', `for (let n = 0; n < 200000; n += 1) say('x'); end();`],
  ['calls', `for (let n = 0; n < 50000; n += 1) call('c' + n, { title: 't' + n }); end();`],
])(
  'a flood of %s holds nobody up for long',
  async (_what, act) => {
    const { agent } = await liar(act);
    let most = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      most = Math.max(most, performance.now() - last);
      last = performance.now();
    }, 5);
    expect(await agent.prompt('Go.')).toMatchObject({ ok: true });
    clearInterval(timer);
    expect(most).toBeLessThan(1_000);
  },
  60_000,
);

test.each([
  [
    'an end that nobody said',
    `write({ id: 99, result: { stopReason: 'end_turn' } }); write({ id: null, result: {} }); say('still'); end('max_tokens');`,
    'cut',
  ],
  [
    'an end of no reason',
    `say('still'); write({ id: 2, result: {} }); write({ id: 3, result: {} }); end(7);`,
    'unproven',
  ],
  ['a refusal', `say('still'); end('refusal');`, 'cut'],
])('%s is not a whole reply', async (_what, act, complete) => {
  const { agent } = await liar(act);
  expect(await agent.prompt('Go.')).toMatchObject({ value: { text: 'still', complete } });
});
