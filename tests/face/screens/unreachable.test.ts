// @vitest-environment happy-dom
import { type FunctionComponent, h, type VNode } from 'preact';
import { Route, Router } from 'preact-iso/router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { Agents } from '../../../face/screens/agents/agents.tsx';
import { AgentTalk } from '../../../face/screens/conversations/agent-talk.tsx';
import { Runs } from '../../../face/screens/runs/runs.tsx';
import { speak } from '../../../face/words/word.ts';
import { drawScreen, type DrawnScreen, page } from '../drawn-screen.ts';
import { AGENT, MODELS, SCHEDULE } from './agents/an-agent.ts';
import { LISTED, RUN, TEAMS } from './runs/a-run.ts';

const Routed = Router as unknown as FunctionComponent;

/** A run that writes nothing now, but reads messages. */
const AGENT_RUN = {
  run_id: 'r1',
  status: 'waiting_person',
  steps_used: 1,
  calls_used: 0,
  error: null,
};

const ANSWERS: Readonly<Record<string, unknown>> = {
  listAgents: { items: [AGENT], folder: '/data/agents', faults: [] },
  listAgentSessions: page(),
  listSchedules: { items: [SCHEDULE] },
  listModels: MODELS,
  listModelBindings: page(),
  listTeams: { items: TEAMS },
  listRuns: page(LISTED),
  getRun: RUN,
  listAgentRuns: page({ ...AGENT_RUN, due_at: null }),
  getSettings: { settings: { max_message_chars: { default: 1_000 } } },
  createRun: RUN,
  sendToWorkers: { inputs: [] },
  sendMessage: { job: { job_id: 'j1' } },
  openAgentSession: { session_id: 'x2' },
  probeModel: { model: 'local:qwen3', took_ms: 1, text: 'Hi', tools: false, streams: true },
};

const UNREACHABLE = { code: 'conductor_unreachable', text: '' };

const CONVERSATION = { local_conversation_id: 'x1', platform: 'agent', mode: 'auto' };

let screen: DrawnScreen;

beforeAll(() => speak('en'));

afterEach(() => {
  screen.end();
  history.replaceState(null, '', '/');
});

/** @param failing Operations that the conductor does not answer now. */
function drawAt(path: string, failing: ReadonlySet<string> = new Set()): void {
  history.replaceState(null, '', path);
  const of = (at: string, component: () => VNode) => h(Route, { path: at, component });
  screen = drawScreen(
    () =>
      h(
        Routed,
        {},
        of('/agents', Agents),
        of('/agents/:id', Agents),
        of('/runs', Runs),
        of('/runs/:id', Runs),
        of('/conversations/:id', () =>
          AgentTalk({ conversation: CONVERSATION as never, waits: [] }),
        ),
      ),
    (id) => (failing.has(id) ? UNREACHABLE : ANSWERS[id]),
  );
}

const timesAsked = (id: string): number => screen.asked.filter((one) => one.id === id).length;

test.each([
  ['/agents', 'listAgents', 'notes'],
  ['/agents/notes', 'listAgentSessions', 'Nobody has talked to it yet.'],
  ['/agents?show=schedules', 'listSchedules', 'Monday to Friday'],
  ['/agents?show=models', 'listModels', 'qwen3'],
  ['/agents?show=models', 'listModelBindings', 'qwen3'],
  ['/runs', 'listRuns', 'Add --json'],
  ['/runs?write=feature', 'listTeams', 'New run'],
  ['/runs/run-1', 'getRun', 'Add --json'],
  ['/conversations/x1', 'listMessages', 'No message'],
])('%s without %s says so, and shows it once it is answered', async (path, id, text) => {
  const failing = new Set([id]);
  drawAt(path, failing);
  await vi.waitFor(() => expect(screen.text('.problem')).toContain('conductor_unreachable'));
  const before = timesAsked(id);
  failing.clear();
  screen.place.querySelector<HTMLButtonElement>('.problem button')?.click();
  await vi.waitFor(() => expect(screen.place.querySelector('.problem')).toBeNull());
  expect(timesAsked(id)).toBe(before + 1);
  expect(screen.place.textContent).toContain(text);
});

test.each([
  ['/agents', 'listAgents', 'notes', 'agent.changed'],
  ['/agents?show=schedules', 'listSchedules', 'Monday to Friday', 'schedule.changed'],
  ['/runs', 'listRuns', 'Add --json', 'run.changed'],
  ['/runs/run-1', 'getRun', 'Add --json', 'run.changed'],
])(
  '%s keeps what it shows where %s is not answered again, and says of when that is',
  async (path, id, text, type) => {
    const failing = new Set<string>();
    drawAt(path, failing);
    await vi.waitFor(() => expect(screen.place.textContent).toContain(text));
    failing.add(id);
    const about = { event_id: 1, subject_id: 'x', local_conversation_id: null };
    const event = { ...about, type, actor: 'person', at: 1, detail: {} };
    screen.tell({ kind: 'trail', event });
    await vi.waitFor(() => expect(screen.text('.problem')).toContain('conductor_unreachable'));
    expect(screen.place.textContent).toContain('As of');
    expect(screen.place.textContent).toContain(text);
  },
);

test.each([
  ['/agents/notes', 'Begin', 'openAgentSession'],
  ['/agents?show=schedules', 'Resume', 'resumeSchedule'],
  ['/agents?show=models', 'Try it', 'probeModel'],
  ['/runs?write=feature', 'Start', 'createRun'],
  ['/runs/run-1', 'Pause', 'pauseRun'],
  ['/runs/run-1', 'Send', 'sendToWorkers'],
  ['/runs/run-1', 'Do it again', 'updateRunTask'],
  ['/conversations/x1', 'Stop it', 'stopAgentRun'],
  ['/conversations/x1', 'Say it now', 'steerAgentRun'],
  ['/conversations/x1', 'Send', 'sendMessage'],
])('%s: while nothing is live, “%s” asks first', async (path, says, id) => {
  drawAt(path);
  const found = (within: string) =>
    [...screen.place.querySelectorAll<HTMLButtonElement>(`${within} button`)].find((one) =>
      one.textContent.startsWith(says),
    );
  await vi.waitFor(() => expect(found('')).toBeDefined());
  for (const field of screen.place.querySelectorAll('textarea')) {
    field.value = 'Some words.';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  screen.lose();
  await vi.waitFor(() => expect(found('')?.disabled).toBe(false));
  found('')?.click();
  await vi.waitFor(() => expect(screen.text('dialog')).not.toBe(''));
  expect(timesAsked(id)).toBe(0);
  screen.place.querySelector<HTMLButtonElement>('dialog .buttons button')?.click();
  await vi.waitFor(() => expect(timesAsked(id)).toBe(1));
});
