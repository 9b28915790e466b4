// @vitest-environment happy-dom
import { type FunctionComponent, h } from 'preact';
import { Route, Router } from 'preact-iso/router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { Runs } from '../../../../face/screens/runs/runs.tsx';
import { speak } from '../../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../../drawn-screen.ts';
import { choose, fill, press } from '../../fill-form.ts';
import { pressKey } from '../../press-key.ts';
import { RUN, TEAMS } from './a-run.ts';

const OWN = {
  template_id: 'acp:mine',
  kind: 'acp',
  source: 'own',
  can_plan: true,
  updated_at: 1_000,
};

const PROGRAM = {
  command: 'codex-acp\u202e',
  args: ['--model', 'x'],
  env: ['OPENAI_API_KEY'],
  folder: '/home/me/src/tool',
  screen: 'shell',
};

const Routed = Router as unknown as FunctionComponent;

const routed = () => h(Routed, {}, h(Route, { path: '/runs', component: Runs }));

let screen: DrawnScreen;

beforeAll(() => speak('en'));

afterEach(() => {
  screen.end();
  history.replaceState(null, '', '/');
});

function draw(path: string, answers: Readonly<Record<string, unknown>> = {}): void {
  history.replaceState(null, '', path);
  const all: Readonly<Record<string, unknown>> = {
    listTemplates: {
      items: [
        { ...OWN, template_id: 'chat:claude', kind: 'chat', source: 'site' },
        {
          ...OWN,
          template_id: 'terminal:shell',
          kind: 'terminal',
          source: 'builtin',
          can_plan: false,
        },
        OWN,
      ],
    },
    getTemplate: { ...OWN, program: PROGRAM },
    listTeams: { items: TEAMS },
    putTemplate: { ...OWN, program: PROGRAM },
    removeTemplate: { deleted: true },
    ...answers,
  };
  screen = drawScreen(routed, (id) => all[id]);
}

const asked = (id: string) => screen.asked.filter((one) => one.id === id).map((one) => one.request);

const shows = (text: string): Promise<void> =>
  vi.waitFor(() => expect(screen.place.textContent).toContain(text));

test('a program shows what it is started with, and a check by key what is in the way', async () => {
  const fault = { code: 'template_missing', text: 'mine is not installed.' };
  draw('/runs?show=templates&template=acp%3Amine', {
    checkTemplate: { template_id: 'acp:mine', ready: false, faults: [fault], ready_ms: null },
  });
  await shows('codex-acp⟨U+202E⟩');
  expect(screen.text('.detail')).toContain('OPENAI_API_KEY');
  pressKey('c');
  await shows('mine is not installed.');
  expect(asked('checkTemplate')).toEqual([{ params: { id: 'acp:mine' }, body: { start: true } }]);
});

test('a program is written anew, and an argument with lines stays one', async () => {
  draw('/runs?show=templates&write=new');
  await shows('A name is of a-z');
  fill(screen, 'Name', 'mine');
  await shows('There is a template of that name.');
  fill(screen, 'Name', 'other');
  await shows('Say what is started.');
  fill(screen, 'Command', 'codex-acp');
  fill(screen, 'Arguments', '["a\\nb"]');
  fill(screen, 'Variables', 'A, B');
  await press(screen, 'Save');
  await vi.waitFor(() =>
    expect(asked('putTemplate')).toEqual([
      {
        params: { id: 'acp:other' },
        body: {
          command: 'codex-acp',
          args: ['a\nb'],
          env: ['A', 'B'],
          folder: null,
          screen: 'shell',
        },
      },
    ]),
  );
});

test('what is not one’s own is copied, and what is, is removed after a question', async () => {
  draw('/runs?show=templates&template=terminal%3Ashell');
  await shows('It cannot plan.');
  await press(screen, 'Copy to edit');
  await vi.waitFor(() => expect(screen.place.querySelector('form input')).not.toBeNull());
  expect(screen.place.querySelector<HTMLInputElement>('form input')?.value).toBe('my-shell');
  screen.end();
  draw('/runs?show=templates&template=acp%3Amine');
  await press(screen, 'Remove the program');
  await shows('What works already goes on.');
  screen.place.querySelector<HTMLButtonElement>('dialog button.bad')?.click();
  await vi.waitFor(() => expect(asked('removeTemplate')).toEqual([{ params: { id: 'acp:mine' } }]));
});

test('a program that a role of a run is made of works in the folder that is named', async () => {
  draw('/runs?write=pair', { createRun: RUN });
  await shows('Executor');
  fill(screen, 'What is to be reached', 'Compare.');
  expect(screen.place.textContent).not.toContain('Folder that programs work in');
  choose(screen, 'Executor', 'acp:mine');
  await shows('Folder that programs work in');
  fill(screen, 'Folder', '/home/me/src/tool');
  await press(screen, 'Start');
  await vi.waitFor(() =>
    expect(asked('createRun')).toMatchObject([
      { body: { templates: { Executor: 'acp:mine' }, folder: '/home/me/src/tool' } },
    ]),
  );
});
