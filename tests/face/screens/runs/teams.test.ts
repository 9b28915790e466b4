// @vitest-environment happy-dom
import { type FunctionComponent, h } from 'preact';
import { Route, Router } from 'preact-iso/router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { Runs } from '../../../../face/screens/runs/runs.tsx';
import { speak } from '../../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../../drawn-screen.ts';
import { choose, fill, press } from '../../fill-form.ts';
import { TEAMS } from './a-run.ts';

const OWN = {
  ...TEAMS[0],
  team_id: 'release',
  name: 'Release\u202e',
  source: 'imported',
  updated_at: 1_000,
};

const SHARED = { baton_team: 1, team_id: 'release', name: 'Release', roles: [] };

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
    listTeams: { items: [...TEAMS, OWN] },
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
    exportTeam: SHARED,
    putTeam: OWN,
    importTeam: OWN,
    removeTeam: { deleted: true },
    ...answers,
  };
  screen = drawScreen(routed, (id) => all[id]);
}

const asked = (id: string) => screen.asked.filter((one) => one.id === id).map((one) => one.request);

const shows = (text: string): Promise<void> =>
  vi.waitFor(() => expect(screen.place.textContent).toContain(text));

test('a team shows who is in it, and what came from somebody else says so', async () => {
  draw('/runs?show=teams&team=release');
  await shows('Somebody else wrote it');
  expect(screen.text('.detail')).toContain('Release⟨U+202E⟩');
  expect(screen.text('.detail')).toContain('Executor');
  await shows('Copy to give away');
});

test('a built-in team is copied, changed and saved under an id of its own', async () => {
  draw('/runs?show=teams&team=pair');
  await press(screen, 'Copy to edit');
  await shows('Save the team');
  fill(screen, 'Name', 'My pair');
  await press(screen, 'Add a role');
  await shows('Name each role');
  const roles = screen.place.querySelectorAll('.team-role');
  expect(roles).toHaveLength(3);
  const [name, task] = roles[2]?.querySelectorAll<HTMLInputElement>('input, textarea') ?? [];
  for (const [field, value] of [
    [name, 'Tester'],
    [task, 'Tests.'],
  ] as const) {
    if (field) field.value = value;
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  }
  await press(screen, 'Save the team');
  const body = {
    name: 'My pair',
    scene: 'Small.',
    roles: [
      ...(TEAMS[0]?.roles ?? []),
      { role: 'Tester', is_planner: false, task: 'Tests.', template: null, rules: [] },
    ],
  };
  await vi.waitFor(() => expect(asked('putTeam')).toEqual([{ params: { id: 'my-pair' }, body }]));
});

const RULED = {
  ...OWN,
  source: 'own',
  roles: OWN.roles?.map((role, at) => ({
    ...role,
    rules:
      at === 0 ? [] : [{ tool: 'mcp.files::*', params: { path: '/notes/*' }, decision: 'ask' }],
  })),
};

const FILES = {
  items: [
    { id: 'mcp.files::write_file', risk: 'high' },
    { id: 'mcp.files::read_file', risk: 'low' },
  ],
};

test('what a role may do is shown, and written with its params', async () => {
  draw('/runs?show=teams&team=release', { listTeams: { items: [RULED] } });
  await shows('mcp.files::*');
  expect(screen.text('.team-roles')).toContain('"path" = "/notes/*"');
  await press(screen, 'Edit');
  await shows('What it may do');
  choose(screen, 'Then', 'deny');
  await press(screen, 'Add a param');
  await shows('Name each param');
  const field = (at: number) =>
    screen.place.querySelectorAll<HTMLInputElement>('.rule-param input')[at];
  const write = (at: number, value: string): void => {
    const one = field(at);
    if (one) one.value = value;
    one?.dispatchEvent(new Event('input', { bubbles: true }));
  };
  write(2, 'text');
  await vi.waitFor(() => expect(screen.place.textContent).not.toContain('Name each param'));
  write(3, 'a*');
  await press(screen, 'Save the team');
  const rules = [
    { tool: 'mcp.files::*', params: { path: '/notes/*', text: 'a*' }, decision: 'deny' },
  ];
  await vi.waitFor(() =>
    expect(asked('putTeam')).toMatchObject([{ body: { roles: [{ rules: [] }, { rules }] } }]),
  );
});

const LIMITED = {
  ...OWN,
  source: 'own',
  roles: OWN.roles?.map((role, at) => ({
    ...role,
    ...(at > 0 && {
      limits: {
        max_inputs: 20,
        max_minutes: null,
        folders: ['/home/me/tool'],
        calls: true,
        commands: { allow: null, deny: ['git push'] },
      },
    }),
  })),
};

test('what a role may use up is written, and what is written elsewhere stays', async () => {
  draw('/runs?show=teams&team=release&write=edit', { listTeams: { items: [LIMITED] } });
  await shows('Its limits');
  fill(screen, 'Minutes from its first message', '0');
  await shows('Limits are whole numbers');
  fill(screen, 'Minutes from its first message', '60');
  const folders = [...screen.place.querySelectorAll('.team-role')][1]?.querySelectorAll('textarea');
  const written = folders?.[1];
  expect(written?.value).toBe('/home/me/tool');
  if (written) written.value = '/home/me/tool\n /srv \n';
  written?.dispatchEvent(new Event('input', { bubbles: true }));
  screen.place.querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
  await press(screen, 'Save the team');
  const limits = {
    max_inputs: 20,
    max_minutes: 60,
    folders: ['/home/me/tool', '/srv'],
    calls: false,
    commands: { allow: null, deny: ['git push'] },
  };
  await vi.waitFor(() =>
    expect(asked('putTeam')).toMatchObject([{ body: { roles: [{}, { limits }] } }]),
  );
});

test('what lets a role run tools of high risk is saved once its word is written', async () => {
  draw('/runs?show=teams&team=release&write=edit', {
    listTeams: { items: [RULED] },
    listTools: FILES,
  });
  await shows('Save the team');
  choose(screen, 'Then', 'run');
  await shows('This lets tools of high risk run');
  const save = [...screen.place.querySelectorAll('button')].find((one) =>
    one.textContent.startsWith('Save the team'),
  );
  expect(save?.disabled).toBe(true);
  fill(screen, 'This lets tools', 'high');
  await press(screen, 'Save the team');
  await vi.waitFor(() => expect(asked('putTeam')).toHaveLength(1));
});

test('an id that a team has is not taken again', async () => {
  draw('/runs?show=teams&write=new');
  await shows('An id is of a-z');
  fill(screen, 'Id', 'release');
  await shows('A team has that id.');
});

test('a team is taken from what somebody exported, and from nothing else', async () => {
  draw('/runs?show=teams&write=import');
  await shows('Importing does not run anything.');
  fill(screen, 'The team, as JSON', '{"name":"x"}');
  await shows('This is no exported team.');
  fill(screen, 'The team, as JSON', JSON.stringify(SHARED));
  await press(screen, 'Take a team');
  await vi.waitFor(() => expect(asked('importTeam')).toEqual([{ body: SHARED }]));
});

test('a team of one’s own is removed after a question', async () => {
  draw('/runs?show=teams&team=release');
  await press(screen, 'Remove the team');
  await shows('keep what it said');
  screen.place.querySelector<HTMLButtonElement>('dialog button.bad')?.click();
  await vi.waitFor(() => expect(asked('removeTeam')).toEqual([{ params: { id: 'release' } }]));
});
