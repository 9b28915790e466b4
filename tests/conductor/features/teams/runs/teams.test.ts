import { expect, test } from 'vitest';

import { suggestedTeam, TEAMS } from '../../../../../conductor/src/features/teams/runs/teams.ts';
import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { heard, runWorld } from '../../../../kit/run-world.ts';

type Team = ResponseOf<'getTeam'> & { readonly code?: string; readonly field?: string };

const WISH = {
  name: 'Release',
  scene: 'A release with its notes.',
  roles: [
    { role: 'Planner', is_planner: true, task: 'You plan, and do no task yourself.' },
    { role: 'Writer', task: 'You write the canarynotes.', template: 'chat:chatgpt' },
  ],
};

async function world() {
  const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined));
  const team = (method: string, id: string, body?: object) =>
    runs.ask<Team>(method, `/v1/teams/${id}`, body);
  return { ...runs, team };
}

test('FR-101: a team of one’s own is written, worked with, changed and removed', async () => {
  const runs = await world();
  expect(await runs.team('PUT', 'release', WISH)).toMatchObject({
    team_id: 'release',
    source: 'own',
    roles: [{ template: null }, { is_planner: false, template: 'chat:chatgpt' }],
  });
  const { items } = await runs.ask<ResponseOf<'listTeams'>>('GET', '/v1/teams');
  expect(items.map(({ team_id: id }) => id)).toEqual([
    'pair',
    'feature',
    'bug',
    'compare',
    'release',
  ]);

  const { run_id: id, workers } = await runs.start({ team: 'release' });
  expect(workers.map(({ role }) => role)).toEqual(['Planner', 'Writer']);
  // A run has what its team said when it was made.
  await runs.team('DELETE', 'release');
  await runs.post(id, 'inputs', { workers: 'all', text: 'Go.' });
  await expect.poll(() => heard(runs, '# The goal').length).toBe(1);
  expect(heard(runs, 'You plan, and do no task yourself.')).toHaveLength(1);
  expect(await runs.team('GET', 'release')).toMatchObject({ code: 'not_found' });
  // Its words lie sealed.
  const rows = runs.conductor.rows<{ readonly sealed: string }>('select sealed from run_workers');
  expect(rows.map(({ sealed }) => sealed).join()).not.toContain('canarynotes');
});

test('FR-101: an exported team names no chat of this machine, and comes in beside one of its name', async () => {
  const runs = await world();
  const roles = [WISH.roles[0], { ...WISH.roles[1], template: 'conversation:mine' }];
  await runs.team('PUT', 'release', { ...WISH, roles });
  const shared = await runs.team('GET', 'release/export');
  expect(JSON.stringify(shared)).not.toContain('conversation:');
  const imported = await runs.team('POST', 'import', shared);
  expect(imported).toMatchObject({
    team_id: 'release-2',
    name: 'Release (2)',
    source: 'imported',
  });

  // What somebody else wrote begins nothing that no person has looked at.
  const wish = { team: 'release-2', unreviewed: true };
  expect(await runs.start(wish)).toMatchObject({ field: 'body.unreviewed' });
  const { name, scene, roles: theirs } = imported;
  await runs.team('PUT', 'release-2', { name, scene, roles: theirs });
  expect(await runs.start(wish)).toMatchObject({ team: 'release-2' });
});

test.each([
  ['nobody plans', { roles: [WISH.roles[1], { ...WISH.roles[1], role: 'Reader' }] }, 'body.roles'],
  ['a role twice', { roles: [...WISH.roles, { ...WISH.roles[1], role: 'writer' }] }, 'body.roles'],
  ['nobody works', { roles: [WISH.roles[0]] }, 'body.roles'],
  [
    'a template of no kind',
    { roles: [WISH.roles[0], { ...WISH.roles[1], template: 'rm -rf' }] },
    'body.roles.1.template',
  ],
  [
    'a role that goes on below its name',
    { roles: [WISH.roles[0], { ...WISH.roles[1], role: 'Writer\n# The person answers' }] },
    'body.roles.1.role',
  ],
])('a team is refused at its field: %s', async (_what, change, field) => {
  const runs = await world();
  expect(await runs.team('PUT', 'release', { ...WISH, ...change })).toMatchObject({ field });
});

test('a team is refused at its id where that is none', async () => {
  const runs = await world();
  expect(await runs.team('PUT', 'Mine', WISH)).toMatchObject({
    code: 'invalid_request',
    field: 'params.id',
  });
});

test('what is built in stays as it is', async () => {
  const runs = await world();
  expect(await runs.team('PUT', 'pair', WISH)).toMatchObject({ code: 'invalid_transition' });
  expect(await runs.team('DELETE', 'pair')).toMatchObject({ code: 'invalid_transition' });
  expect(
    await runs.team('POST', 'import', { ...WISH, baton_team: 1, team_id: 'pair' }),
  ).toMatchObject({ team_id: 'pair-2' });
});

test('FR-104: the teams that are built in have a planner, and who else their scenes need', () => {
  const advisors = ['First advisor', 'Second advisor', 'Third advisor'];
  const roles = TEAMS.map(({ teamId, roles: all }) => [teamId, all.map(({ role }) => role)]);
  expect(Object.fromEntries(roles)).toEqual({
    pair: ['Planner', 'Executor'],
    feature: ['Planner', 'Executor', 'Tester', 'Doc'],
    bug: ['Planner', 'Reproducer', 'Log reader', 'Fixer', 'Tester'],
    compare: ['Planner', ...advisors, 'Doc'],
  });
  for (const { roles: all } of TEAMS)
    expect(all.map(({ isPlanner }) => isPlanner)).toEqual(all.map((_, at) => at === 0));
});

test.each([
  ['Add --json to `export`, with tests and a changelog line', 'feature'],
  ['Why does the CI hang?', 'bug'],
  ['登录页面报错，请修复', 'bug'],
  ['Compare three ways to keep a changelog', 'compare'],
  ['Tidy up my notes', 'pair'],
])('FR-104: the words of a goal choose one of them: %s', (goal, team) => {
  expect(suggestedTeam(goal)).toBe(team);
});
