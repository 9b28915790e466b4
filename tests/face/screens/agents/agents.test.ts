// @vitest-environment happy-dom
import { h } from 'preact';
import { Route, Router } from 'preact-iso/router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { Agents } from '../../../../face/screens/agents/agents.tsx';
import { AgentRun } from '../../../../face/screens/conversations/agent-run.tsx';
import { speak } from '../../../../face/words/word.ts';
import { drawScreen, type DrawnScreen, page } from '../../drawn-screen.ts';
import { AGENT, MODELS, SCHEDULE } from './an-agent.ts';

let screen: DrawnScreen;

beforeAll(() => speak('en'));
afterEach(() => screen.end());

function drawAt(path: string, answers: Readonly<Record<string, unknown>> = {}): void {
  history.replaceState(null, '', path);
  const route = (at: string) => h(Route, { path: at, component: Agents });
  const known: Readonly<Record<string, unknown>> = {
    listAgents: { items: [AGENT], folder: '/data/agents', faults: [] },
    listSchedules: { items: [SCHEDULE] },
    listModels: MODELS,
    ...answers,
  };
  screen = drawScreen(
    () => h(Router, null, route('/agents'), route('/agents/:id')),
    (id) => known[id],
  );
}

const button = (says: string): HTMLButtonElement => {
  const found = [...screen.place.querySelectorAll('button')].find((one) =>
    one.textContent.startsWith(says),
  );
  if (found === undefined) throw new Error(`No button says ${says}.`);
  return found;
};

function write(selector: string, value: string): void {
  const field = screen.place.querySelector<HTMLInputElement>(selector);
  if (field === null) throw new Error(`No field ${selector}.`);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const requestOf = (id: string): unknown => screen.asked.find((one) => one.id === id)?.request;

test('what is asked first begins a conversation with the agent, and leads there', async () => {
  drawAt('/agents/notes', {
    openAgentSession: { session_id: 'x1' },
    sendMessage: { job: { job_id: 'j' } },
  });
  await vi.waitFor(() => expect(screen.text('h2')).toBe('notes'));
  write('textarea', ' What is new? ');
  await vi.waitFor(() => expect(button('Begin').disabled).toBe(false));
  button('Begin').click();
  await vi.waitFor(() => expect(location.pathname).toBe('/conversations/x1'));
  expect(requestOf('openAgentSession')).toEqual({
    body: { agent: 'notes', model: null, run_mode: 'normal' },
  });
  expect(requestOf('sendMessage')).toEqual({
    params: { id: 'x1' },
    body: { text: 'What is new?' },
  });
});

test('an agent that is changed keeps what no field shows', async () => {
  drawAt('/agents/notes?write=yes', { putAgent: AGENT });
  await vi.waitFor(() => expect(screen.text('h2')).toBe('Change it'));
  write('textarea', 'Keep them well.');
  await vi.waitFor(() => expect(button('Save the agent').disabled).toBe(false));
  button('Save the agent').click();
  await vi.waitFor(() => expect(requestOf('putAgent')).toBeDefined());
  const { agent_id: _id, source: _source, revision: _revision, ...written } = AGENT;
  expect(requestOf('putAgent')).toEqual({
    params: { id: 'notes' },
    body: { ...written, instructions: 'Keep them well.' },
  });
});

test('a new agent does not take the name of one that is there', async () => {
  drawAt('/agents?write=new');
  await vi.waitFor(() => expect(screen.text('h2')).toBe('New agent'));
  write('input', 'notes');
  write('input:not(.mono)', 'For more.');
  write('textarea', 'Do more.');
  await vi.waitFor(() => expect(screen.text('form')).toContain('Another agent has this name'));
  expect(button('Save the agent').disabled).toBe(true);
});

test('a file that is no agent is named with what is wrong with it', async () => {
  drawAt('/agents', {
    listAgents: { items: [], folder: '/data/agents', faults: [{ file: 'a.md', fault: 'no name' }] },
  });
  await vi.waitFor(() => expect(screen.text('.problem')).toBe('a.md no name'));
});

test('a schedule says when it comes and what became of its last turn, and goes on', async () => {
  drawAt('/agents?show=schedules', { resumeSchedule: SCHEDULE });
  await vi.waitFor(() => expect(screen.text('article')).toContain('Monday to Friday at 08:00'));
  expect(screen.text('article')).toContain('Baton did not run then');
  button('Resume').click();
  await vi.waitFor(() => expect(requestOf('resumeSchedule')).toEqual({ params: { id: 's1' } }));
});

test('a model is tried, and says what it can do', async () => {
  drawAt('/agents?show=models', {
    probeModel: { model: 'local:qwen3', took_ms: 1_200, text: 'Hi', tools: false, streams: true },
  });
  await vi.waitFor(() => button('Try it').click());
  await vi.waitFor(() => expect(screen.text('.model-list')).toContain('Answers in 1.2 sec'));
  expect(screen.text('.model-list')).toContain('Calls no tools');
  expect(requestOf('probeModel')).toEqual({ body: { model: 'local:qwen3' } });
});

test('without any model it shows how one comes in', async () => {
  drawAt('/agents?show=models', { listModels: { ...MODELS, items: [] } });
  await vi.waitFor(() => expect(screen.place.querySelector('details')?.open).toBe(true));
  expect(screen.text('details')).toContain('/data/models.json');
});

const RUN = {
  run_id: 'r1',
  session_id: 'x1',
  agent_id: 'notes',
  status: 'running',
  stop_reason: null,
  error: null,
  steps_used: 2,
  calls_used: 1,
  tokens: { input: 1, output: 1 },
  due_at: null,
  created_at: 1,
  finished_at: null,
};

function drawRun(run: object): void {
  screen = drawScreen(
    () => h(AgentRun, { conversation: 'x1' }),
    (id) => (id === 'listAgentRuns' ? page({ ...RUN, ...run }) : RUN),
  );
}

test('an agent at work is stopped where one talks to it', async () => {
  drawRun({});
  await vi.waitFor(() => expect(screen.text('section')).toContain('At work'));
  expect(screen.text('section')).toContain('2 steps · 1 call of a tool');
  button('Stop it').click();
  await vi.waitFor(() =>
    expect(requestOf('stopAgentRun')).toEqual({ params: { id: 'r1' }, body: {} }),
  );
});

test('a run that failed says why, and may go on', async () => {
  drawRun({ status: 'failed', error: { code: 'model_auth', text: 'no such key' } });
  await vi.waitFor(() => expect(screen.text('.problem')).toContain('no such key'));
  button('Let it go on').click();
  await vi.waitFor(() => expect(requestOf('resumeAgentRun')).toEqual({ params: { id: 'r1' } }));
});
