// @vitest-environment happy-dom
import { type FunctionComponent, h } from 'preact';
import { Route, Router } from 'preact-iso/router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { Runs } from '../../../../face/screens/runs/runs.tsx';
import { speak } from '../../../../face/words/word.ts';
import { drawScreen, type DrawnScreen, page } from '../../drawn-screen.ts';
import { choose } from '../../fill-form.ts';
import { pressKey } from '../../press-key.ts';
import { LISTED, RUN, TEAMS } from './a-run.ts';

const Routed = Router as unknown as FunctionComponent;

const routed = () =>
  h(
    Routed,
    {},
    h(Route, { path: '/runs/:id', component: Runs }),
    h(Route, { default: true, component: Runs }),
  );

let screen: DrawnScreen;

beforeAll(() => speak('en'));

afterEach(() => {
  screen.end();
  history.replaceState(null, '', '/');
});

function draw(path: string, answers: Readonly<Record<string, unknown>> = {}): void {
  history.replaceState(null, '', path);
  const all: Readonly<Record<string, unknown>> = {
    listTeams: { items: TEAMS },
    listTemplates: {
      items: [
        {
          template_id: 'chat:claude',
          kind: 'chat',
          source: 'site',
          can_plan: true,
          updated_at: null,
        },
      ],
    },
    listRuns: page(LISTED),
    getRun: RUN,
    createRun: RUN,
  };
  screen = drawScreen(routed, (id) => answers[id] ?? all[id]);
}

const asked = (id: string) => screen.asked.filter((one) => one.id === id).map((one) => one.request);

const shows = (text: string): Promise<void> =>
  vi.waitFor(() => expect(screen.place.textContent).toContain(text));

const isDisabled = (button: string) =>
  screen.place.querySelector<HTMLButtonElement>(button)?.disabled;

function press(label: string): void {
  const found = [...screen.place.querySelectorAll('button')].find((one) =>
    one.textContent.startsWith(label),
  );
  expect(found, label).toBeDefined();
  found?.click();
}

test('a row says how a run stands, of what it is, who works, and what waits', async () => {
  draw('/runs');
  await shows('Add --json');
  const row = screen.text('.row');
  for (const words of ['At work', 'Feature', '1 of 3 tasks done', '1 thing waits for you'])
    expect(row).toContain(words);
  expect(row).not.toContain('\u202e');
  screen.place.querySelector<HTMLElement>('.row')?.click();
  await vi.waitFor(() => expect(location.pathname).toBe('/runs/run-1'));
});

test('where there is no run, the teams are cards that one begins with', async () => {
  draw('/runs', { listRuns: page() });
  await shows('A run takes one goal to a report with several workers. Start one.');
  await shows('Planner, Executor');
  const links = [...screen.place.querySelectorAll<HTMLAnchorElement>('.run-teams a')];
  expect(links.map((one) => one.getAttribute('href'))).toEqual([
    '/runs?write=pair',
    '/runs?write=feature',
  ]);
  pressKey('n');
  await vi.waitFor(() => expect(screen.place.querySelector('form')).not.toBeNull());
});

function write(goal: string): void {
  const field = screen.place.querySelector('textarea');
  if (field === null) throw new Error('no field');
  field.value = goal;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

test('a goal, a team and a site for a role start a run, by the keyboard', async () => {
  draw('/runs?write=pair');
  await shows('Executor');
  write(' Compare. ');
  const select = screen.place.querySelectorAll('select')[1];
  expect([...(select?.options ?? [])].map(({ value }) => value)).toEqual(['', 'chat:claude']);
  if (select) select.value = 'chat:claude';
  select?.dispatchEvent(new Event('change', { bubbles: true }));
  choose(screen, 'When a worker does not get on', 'restart');
  await vi.waitFor(() => expect(screen.text('form button')).toContain('Start'));
  screen.place
    .querySelector('textarea')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
  const body = {
    goal: 'Compare.',
    team: 'pair',
    templates: { Executor: 'chat:claude' },
    unreviewed: false,
    ladder: 'restart',
    confirmed: false,
  };
  await vi.waitFor(() => expect(asked('createRun')).toEqual([{ body }]));
  await vi.waitFor(() => expect(location.pathname).toBe('/runs/run-1'));
});

test('a goal that could do harm is begun once the person says so again', async () => {
  const risk = { code: 'risk_unconfirmed', text: 'It matches rm.', field: 'body.goal' };
  draw('/runs?write=pair', { createRun: risk });
  await shows('Executor');
  write('rm -rf ~');
  await vi.waitFor(() => expect(isDisabled('form .main')).toBe(false));
  press('Start');
  await shows('Send it anyway: Planner');
  press('Send it anyway: Planner');
  await vi.waitFor(() =>
    expect(asked('createRun').at(-1)).toMatchObject({ body: { confirmed: true } }),
  );
});

test('what a role lacks is said at that role', async () => {
  const field = 'body.templates.Executor';
  const missing = { code: 'template_missing', text: 'No chat can be begun for it.', field };
  draw('/runs?write=pair', { createRun: missing });
  await shows('Executor');
  write('Compare.');
  await vi.waitFor(() => expect(isDisabled('.main')).toBe(false));
  press('Start');
  await shows('No chat can be begun for it.');
  const select = screen.place.querySelector('select[aria-invalid="true"]');
  const about = select?.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(about)?.textContent).toContain('template_missing');
  expect(select?.closest('label')?.textContent).toContain('Executor');
});

test('the same goal tried again after no answer is the same wish', async () => {
  draw('/runs?write=new', { createRun: { code: 'conductor_unreachable', text: '' } });
  await shows('The one that fits the goal');
  write('Compare.');
  for (const count of [1, 2]) {
    await vi.waitFor(() => expect(isDisabled('.main')).toBe(false));
    press('Start');
    await vi.waitFor(() => expect(asked('createRun')).toHaveLength(count));
  }
  const keys = screen.asked.flatMap(({ id, options }) =>
    id === 'createRun' ? [(options as { readonly idempotencyKey: string }).idempotencyKey] : [],
  );
  expect(new Set(keys).size).toBe(1);
});

/** Takes an answer that the planner proposes. */
async function answers(proposed: string): Promise<void> {
  press(proposed);
  await vi.waitFor(() =>
    expect(isDisabled('.run-question textarea + .buttons button')).toBe(false),
  );
  press('Answer');
}

test('a question of the planner is answered where it stands, with what it proposes or in other words', async () => {
  draw('/runs/run-1', { answerRun: RUN });
  await shows('Planner asks: In which language?');
  await answers('Chinese');
  const body = { question: 'q-1', text: 'Chinese', confirmed: false };
  await vi.waitFor(() => expect(asked('answerRun')).toEqual([{ params: { id: 'run-1' }, body }]));
});

test('an answer that could do harm is given once the person says so again', async () => {
  draw('/runs/run-1', { answerRun: { code: 'risk_unconfirmed', text: 'rm', field: 'body.text' } });
  await shows('Planner asks: In which language?');
  await answers('English');
  await shows('Send it anyway: Planner');
  press('Send it anyway: Planner');
  await vi.waitFor(() =>
    expect(asked('answerRun').at(-1)).toMatchObject({ body: { confirmed: true } }),
  );
});

const ACCEPTED = { params: { id: 'run-1' }, body: { plan: 'plan-1' } };

const NEWS = {
  kind: 'trail',
  event: { type: 'run_task.done', subject_id: 'task-1', local_conversation_id: null },
} as never;

test('a board says what goes on and what waits, and has the plan accepted', async () => {
  draw('/runs/run-1');
  await shows('1 of 3 tasks are done.');
  const waits = screen.text('.run-waiting');
  for (const words of ['The plan waits', 'Executor asks', 'Blocked: Tests: the lock is held'])
    expect(waits).toContain(words);
  expect(screen.place.querySelector('.run-waiting a')?.getAttribute('href')).toBe('/approvals');
  const [first, , third] = screen.place.querySelectorAll('.run-plan > li');
  expect(first?.textContent).toContain('The table is there.');
  expect(third?.textContent).toContain('after 1, 2');
  press('Accept the plan');
  await vi.waitFor(() => expect(asked('acceptRunPlan')).toEqual([ACCEPTED]));
});

test('a plan that came in its place is not accepted by the press that was meant for another', async () => {
  const answers = { getRun: RUN };
  draw('/runs/run-1', answers);
  await shows('Accept the plan');
  answers.getRun = { ...RUN, plan_id: 'plan-2', goal: 'There is another plan.' };
  screen.tell(NEWS);
  await shows('There is another plan.');
  press('Accept the plan');
  await vi.waitFor(() => expect(asked('acceptRunPlan')).toEqual([ACCEPTED]));
});

test.each([
  ['draft', ['Start', 'Remove the run']],
  ['paused', ['Resume', 'Stop the run']],
  ['reporting', ['Pause', 'Stop the run']],
  ['finished', ['Open it again', 'Remove the run']],
])('a run that is %s offers what can be done with it', async (status, says) => {
  draw('/runs/run-1', { getRun: { ...RUN, status, waits: [] } });
  await shows('Plan');
  const buttons = [...(screen.place.querySelector('.buttons')?.querySelectorAll('button') ?? [])];
  expect(buttons.map((one) => one.textContent)).toEqual(says);
});

test.each([
  ['its chats', 'chat:claude', 'own'],
  ['its programs, which go on where that is said', 'acp:mine', 'none'],
])('stopping a run asks first: with %s', async (_name, template_id, close) => {
  const workers = RUN.workers.map((one) => ({ ...one, template_id }));
  draw('/runs/run-1', { getRun: { ...RUN, workers } });
  await shows('Stop the run');
  press('Stop the run');
  await vi.waitFor(() => expect(screen.place.querySelector('dialog')).not.toBeNull());
  const leaves = screen.place.querySelector<HTMLInputElement>('dialog input');
  expect(leaves?.checked).toBe(close === 'none' ? false : undefined);
  leaves?.click();
  // What a press changes is drawn in the next microtask.
  await Promise.resolve();
  expect(asked('stopRun')).toEqual([]);
  screen.place.querySelector<HTMLButtonElement>('dialog button.bad')?.click();
  const told = { params: { id: 'run-1' }, body: { close } };
  await vi.waitFor(() => expect(asked('stopRun')).toEqual([told]));
});

test('an event of a run has its board asked for anew', async () => {
  draw('/runs/run-1');
  await shows('1 of 3 tasks are done.');
  const before = asked('getRun').length;
  screen.tell(NEWS);
  await vi.waitFor(() => expect(asked('getRun').length).toBeGreaterThan(before));
});

const card = (role: string) => screen.place.querySelector(`.run-workers > [aria-label="${role}"]`);

test('a worker says how it stands and what it said last; it is taken over and marked', async () => {
  draw('/runs/run-1');
  await shows('wrote export.ts');
  expect(card('Executor')?.textContent).toContain('stuck');
  expect(card('Executor')?.textContent).toContain('needs you');
  expect(card('Executor')?.querySelector('a')?.getAttribute('href')).toBe(
    '/conversations/conversation-w-2',
  );
  pressKey('j');
  pressKey('j');
  expect(document.activeElement).toBe(card('Executor'));
  pressKey('h');
  const params = { id: 'run-1', worker: 'w-2' };
  await vi.waitFor(() => expect(asked('holdWorker')).toEqual([{ params, body: { held: true } }]));
  const select = card('Executor')?.querySelector('select');
  if (select) select.value = 'done';
  select?.dispatchEvent(new Event('change', { bubbles: true }));
  await vi.waitFor(() => expect(asked('markWorker')).toEqual([{ params, body: { mark: 'done' } }]));
});

test('a worker that is stuck is begun anew by a key, a chat that was there before is not', async () => {
  draw('/runs/run-1', { restartWorker: RUN });
  await shows('wrote export.ts');
  const buttons = () => [...(card('Executor')?.querySelectorAll('button') ?? [])];
  expect(buttons().some((one) => one.textContent.startsWith('Start anew'))).toBe(true);
  pressKey('j');
  pressKey('j');
  pressKey('b');
  const params = { id: 'run-1', worker: 'w-2' };
  await vi.waitFor(() => expect(asked('restartWorker')).toEqual([{ params }]));
  screen.end();
  const workers = RUN.workers.map((one) => ({ ...one, template_id: 'conversation:mine' }));
  draw('/runs/run-1', { getRun: { ...RUN, workers } });
  await shows('wrote export.ts');
  expect(buttons().some((one) => one.textContent.startsWith('Start anew'))).toBe(false);
});

test('a run that is over is removed once its person is sure, and the list is shown', async () => {
  draw('/runs/run-1', { getRun: { ...RUN, status: 'finished' }, removeRun: { deleted: true } });
  await shows('Remove the run');
  press('Remove the run');
  await shows('The chats of its workers stay.');
  expect(asked('removeRun')).toEqual([]);
  const sure = [...document.querySelectorAll<HTMLElement>('dialog button, [role="dialog"] button')];
  sure.find((one) => one.textContent === 'Remove the run')?.click();
  await vi.waitFor(() => expect(asked('removeRun')).toEqual([{ params: { id: 'run-1' } }]));
  await vi.waitFor(() => expect(location.pathname).toBe('/runs'));
});

test('one more worker is added, of a role that the team has', async () => {
  draw('/runs/run-1', { addWorker: RUN });
  await shows('wrote export.ts');
  const [role, template] = screen.place.querySelectorAll<HTMLSelectElement>('.run-add select');
  expect([...(role?.options ?? [])].map(({ value }) => value)).not.toContain('Planner');
  if (template) template.value = 'chat:claude';
  template?.dispatchEvent(new Event('change', { bubbles: true }));
  await vi.waitFor(() => expect(template?.value).toBe('chat:claude'));
  screen.place.querySelector<HTMLElement>('.run-add button')?.click();
  const params = { id: 'run-1' };
  const body = { role: role?.value, template: 'chat:claude' };
  await vi.waitFor(() => expect(asked('addWorker')).toEqual([{ params, body }]));
});

test('a worker that a person holds is given back, and what is guessed of it says so', async () => {
  const workers = RUN.workers.map((one) => ({
    ...one,
    status_snapshot: { ...one.status_snapshot, held_by: 'person', source: 'guessed' },
  }));
  draw('/runs/run-1', { getRun: { ...RUN, workers } });
  await shows('You have taken it over');
  expect(card('Executor')?.textContent).toContain('guessed from its screen');
  press('Give it back');
  await vi.waitFor(() => expect(asked('holdWorker')).toMatchObject([{ body: { held: false } }]));
});

function say(text: string): HTMLTextAreaElement {
  const field = screen.place.querySelector<HTMLTextAreaElement>('#run-composer');
  if (field === null) throw new Error('no field');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return field;
}

const enter = (shiftKey: boolean) =>
  new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, shiftKey, bubbles: true });

test.each([
  ['Ctrl+Enter', 'the worker that is written to', false, ['w-2']],
  ['Ctrl+Shift+Enter', 'all', true, 'all'],
])('%s says it to %s', async (_keys, _whom, shift, workers) => {
  draw('/runs/run-1', { sendToWorkers: { inputs: [{}] } });
  await shows('wrote export.ts');
  pressKey('j');
  pressKey('j');
  pressKey('i');
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('run-composer'));
  const field = say(' Sum up. ');
  expect(screen.place.querySelector<HTMLSelectElement>('.run-say select')?.value).toBe('w-2');
  await vi.waitFor(() => expect(isDisabled('.run-say .main')).toBe(false));
  field.dispatchEvent(enter(shift));
  const body = { workers, text: 'Sum up.', confirmed: false };
  await vi.waitFor(() =>
    expect(asked('sendToWorkers')).toEqual([{ params: { id: 'run-1' }, body }]),
  );
  await vi.waitFor(() => expect(field.value).toBe(''));
});

test('a text that could do harm is sent once a person says so again, and no other text in its place', async () => {
  const risk = { code: 'risk_unconfirmed', text: 'It matches git-push-force.', field: 'body.text' };
  draw('/runs/run-1', { sendToWorkers: risk });
  await shows('wrote export.ts');
  const field = say('git push --force');
  await vi.waitFor(() => expect(isDisabled('.run-say .main')).toBe(false));
  field.dispatchEvent(enter(true));
  await shows('It matches git-push-force.');
  press('Send it anyway');
  await vi.waitFor(() =>
    expect(asked('sendToWorkers').at(-1)).toMatchObject({
      body: { workers: 'all', text: 'git push --force', confirmed: true },
    }),
  );
  await shows('Send it anyway');
  say('something else');
  await vi.waitFor(() => expect(screen.text('.run-say')).not.toContain('Send it anyway'));
});

test('a blocked task is done again, by hand, or not at all', async () => {
  draw('/runs/run-1');
  await shows('Do it again');
  press('Do it again');
  const params = { id: 'run-1', task: 'task-3' };
  await vi.waitFor(() =>
    expect(asked('updateRunTask')).toEqual([{ params, body: { status: 'again' } }]),
  );
});

const EXPORTED = {
  markdown: '# Report',
  run_id: 'run-1',
  status: 'finished',
  ended_at: 1,
  sections: [],
} as const;

test('a section of the report is written by a person, and the whole is taken along', async () => {
  draw('/runs/run-1', { exportRunReport: EXPORTED });
  await shows('Copy as Markdown');
  screen.place
    .querySelector<HTMLButtonElement>('[aria-label="Edit: Reproduce and verify"]')
    ?.click();
  const find = () =>
    screen.place.querySelector<HTMLTextAreaElement>('[aria-label="Reproduce and verify"]');
  await vi.waitFor(() => expect(find()?.value).toBe('Run it.'));
  const field = find();
  if (field) field.value = 'Run the tests.';
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitFor(() => expect(isDisabled('article .main')).toBe(false));
  field?.dispatchEvent(enter(false));
  const body = { section: 'verify', text: 'Run the tests.' };
  await vi.waitFor(() =>
    expect(asked('editRunReport')).toEqual([{ params: { id: 'run-1' }, body }]),
  );
  await vi.waitFor(() => expect(find()).toBeNull());
});

test('a run that is over shows what it brought first, and takes no more messages', async () => {
  draw('/runs/run-1', { getRun: { ...RUN, status: 'finished', waits: [] } });
  await shows('Report');
  const titles = [...screen.place.querySelectorAll('section > h2, section > header > h2')];
  expect(titles.map((one) => one.textContent)).toEqual(['Report', 'Plan', 'Workers']);
  expect(screen.place.querySelector('#run-composer')).toBeNull();
});

test('what workers asked for, and what shows tasks to be done, stand beside the board', async () => {
  const asked_for = {
    instruction_id: 'in-1',
    worker: 'w-2',
    action: 'run::worker.report',
    risk: 'high',
    status: 'failed',
    error: { code: 'approval_denied', text: 'No.' },
    decision: 'denied',
    created_at: 1_000,
    finished_at: 2_000,
  };
  const evidence = [
    {
      evidence_id: 'e-1',
      task_id: 'task-1',
      worker: 'w-2',
      kind: 'test',
      title: 'npm test',
      detail: '12 passed\u202e',
      created_at: 1_000,
    },
  ];
  draw('/runs/run-1', { listRunCalls: page(asked_for), getRun: { ...RUN, evidence } });
  await shows('wrote export.ts');
  pressKey('j');
  pressKey('j');
  pressKey('l', document.activeElement ?? undefined);
  await shows('run::worker.report');
  expect(screen.text('.run-calls')).toContain('Denied');
  expect(asked('listRunCalls')).toEqual([
    { params: { id: 'run-1' }, query: { limit: 100, worker: 'w-2' } },
  ]);
  press('Evidence');
  await shows('12 passed⟨U+202E⟩');
  screen.end();
  draw('/runs/run-1?show=evidence&worker=w-1', { getRun: { ...RUN, evidence } });
  await shows('Nothing shows a task to be done yet.');
});

test('what happened to a run and to what is of it stands beside its board', async () => {
  const event = {
    event_id: 7,
    type: 'run_worker.created',
    subject_id: 'w-1',
    local_conversation_id: null,
    actor: 'person',
    at: 1_000,
    detail: { run: 'run-1' },
  };
  draw('/runs/run-1', { listEvents: { items: [event], next_cursor: null }, getRun: RUN });
  await shows('Trail');
  press('Trail');
  await shows('#7');
  expect(asked('listEvents')).toEqual([{ query: { run: 'run-1', limit: 100 } }]);
});
