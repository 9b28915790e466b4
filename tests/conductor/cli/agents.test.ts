import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { safeText } from '../../../conductor/src/cli/terminal-text.ts';
import { type AgentWorld, agentWorld, withTool } from '../../kit/agent-world.ts';
import { runBaton } from '../../kit/run-baton.ts';

const TIME = withTool('conductor::time', '{}');

/** Asks a person first. */
const ASKING = withTool('conversation::send', '{"to":"nobody-at-all","text":"Hello."}');

const as = ({ conductor }: AgentWorld) => {
  const env = { BATON_DATA_DIR: conductor.dataDir };
  return (...args: string[]) => runBaton(args, { env });
};

interface Run {
  readonly run_id: string;
  readonly session_id: string;
}

const MODEL = ['--model', 'test:small'] as const;

test('an agent is given a task, and its answer printed', async () => {
  const world = await agentWorld(TIME);
  const baton = as(world);
  const { code, out, err } = await baton('agents', 'run', 'time', 'Now?', '--wait', ...MODEL);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^It says .*20\d\d-/s);

  const begun = await baton('agents', 'run', 'time', 'Now?', ...MODEL, '--json');
  const { run_id: run, session_id: session } = JSON.parse(begun.out) as Run;
  await world.until(run, 'succeeded');
  const again = await baton('agent', 'run', 'time', 'Again?', '--session', session, '--wait');
  expect(again.code).toBe(0);
  const log = await baton('agents', 'log', session);
  expect(log.out).toMatch(
    /person\nNow\?\nagent\nI look\.\n@conductor::time \{\}: output-available/,
  );
  expect(log.out).toContain('Again?');
});

test('what it says and calls is printed as it does', async () => {
  const baton = as(await agentWorld(TIME));
  const asked = ['agents', 'run', 'time', 'Now?', '--follow', ...MODEL];
  const { code, out } = await baton(...asked);
  expect(code).toBe(0);
  expect(out).toMatch(/^I look\.\n@conductor::time \{\}\nIt says .*\n$/s);
  const json = await baton(...asked, '--json');
  const chunks = json.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type: string });
  expect(chunks[0]?.type).toBe('start');
  expect(chunks.at(-1)?.type).toBe('finish');
});

test('the exit code says how a run ended', async () => {
  const world = await agentWorld((request) =>
    request.messages.some(({ content }) => content === 'Fail.')
      ? { status: 400, words: 'no' }
      : ASKING(request),
  );
  const baton = as(world);
  const run = (text: string) =>
    baton('agents', 'run', 'assistant', text, '--wait', ...MODEL, '--json');

  const failed = await run('Fail.');
  expect(failed.code).toBe(11);
  expect(JSON.parse(failed.err)).toMatchObject({ error: { code: 'model_refused' } });

  const asking = await run('Write.');
  expect(asking.code).toBe(10);
  const { run_id: id, approvals } = JSON.parse(asking.out) as Run & { approvals: string[] };
  expect(approvals).toHaveLength(1);
  const said = await baton('agents', 'show-run', id);
  expect(said.out).toContain(approvals[0]);

  expect((await baton('agents', 'stop', id)).code).toBe(0);
  await world.until(id, 'stopped');
  const stuck = await baton('agents', 'run', 'nobody', 'Go.', ...MODEL);
  expect(stuck).toMatchObject({ code: 7, err: expect.stringContaining('nobody') });
});

test('a wait that is over says that the run goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const baton = as(await agentWorld(() => ({ after: promise, text: 'Late.' })));
  const asked = ['agents', 'run', 'time', 'Now?', '--timeout', '200ms', ...MODEL];
  const waited = await baton(...asked, '--wait');
  expect(waited).toMatchObject({ code: 9, err: expect.stringContaining('baton agents show-run') });
  resolve();
});

test('what has no form of its own is printed as YAML, which steers no terminal', async () => {
  const world = await agentWorld(TIME);
  const baton = as(world);
  const file = join(world.conductor.dataDir, 'loud.md');
  const fields =
    'name: loud\nkind: worker\ndescription: "Rings.\\a Red\\e[31m."\ntools: conductor::time';
  writeFileSync(file, `---\n${fields}\n---\n\nRing.\n`);
  await baton('agents', 'put', file);
  const { out } = await baton('agents', 'show', 'loud');
  expect(parse(out)).toMatchObject({ agent_id: 'loud', kind: 'worker', limits: { workers: 0 } });
  expect(out).toBe(safeText(out, 'block'));
  expect(out).not.toContain('output_schema: null');

  const { session_id: session } = JSON.parse(
    (await baton('agents', 'run', 'time', 'Now?', ...MODEL, '--json')).out,
  ) as Run;
  expect((await baton('agents', 'sessions')).out).toMatch(
    new RegExp(`session_id: ${session}[^]*created_at: 20\\d\\d-\\d\\d-\\d\\dT`),
  );
});

test('an agent is put from a file, or refused with the field that is wrong', async () => {
  const world = await agentWorld(TIME);
  const baton = as(world);
  const file = join(world.conductor.dataDir, 'notes.md');
  const text = (tools: string) =>
    `---\nname: notes\ndescription: Keeps notes.\ntools: ${tools}\n---\n\nYou keep notes.\n`;
  writeFileSync(file, text('Frobnicate'));
  const refused = await baton('agents', 'put', file);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('tools: Frobnicate') });
  writeFileSync(file, text('conductor::time'));
  expect((await baton('agents', 'put', file)).code).toBe(0);
  const shown = await baton('agents', 'show', 'notes', '--json');
  expect(JSON.parse(shown.out)).toMatchObject({ source: 'db', tools: ['conductor::time'] });
});
