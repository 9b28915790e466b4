// @vitest-environment happy-dom
import { afterAll, beforeAll, expect, test } from 'vitest';

import { TEAMS } from '../../../../conductor/src/features/teams/runs/teams.ts';
import { phaseText, roleText, teamWords } from '../../../../face/screens/runs/run-words.ts';
import { speak } from '../../../../face/words/word.ts';
import { RUN } from './a-run.ts';

beforeAll(() => speak('zh-CN'));
afterAll(() => speak('en'));

const HAN = /\p{Script=Han}/u;

test('every team that there is, and every place in it, has words of the page', () => {
  for (const { teamId, source, name, scene, roles } of TEAMS) {
    const said = teamWords({ team_id: teamId, source, name, scene });
    expect(said.name).toMatch(HAN);
    expect(said.scene).toMatch(HAN);
    for (const { role } of roles) expect(roleText(role), role).toMatch(HAN);
  }
});

test('a team or a place that a person made is called as they call it', () => {
  expect(roleText('Poet')).toBe('Poet');
  const mine = { name: 'Mine', scene: 'All of mine.' };
  expect(teamWords({ team_id: 'pair', source: 'own', ...mine })).toEqual(mine);
});

test.each([
  'draft',
  'starting',
  'planning',
  'executing',
  'reporting',
  'paused',
  'finished',
  'stopped',
  'failed',
] as const)('what goes on while it is “%s” is said without a word of the conductor', (status) => {
  const said = phaseText({ ...RUN, status, plan: [], waits: [] });
  expect(said).toMatch(HAN);
  expect(said).not.toMatch(/[a-z]/i);
});

test('who does what now, and what comes next', async () => {
  await speak('en');
  expect(phaseText(RUN)).toBe('1 of 3 tasks are done. Now: Executor does task 2, Flag.');
  const plan = RUN.plan.map((task) => ({ ...task, status: 'planned' as const }));
  expect(phaseText({ ...RUN, plan })).toBe('0 of 3 tasks are done. Next: task 1, by Executor.');
});
