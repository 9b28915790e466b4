import type { ResponseOf } from '../../../shared/api/operations.ts';
import { steeringShown } from '../../../shared/lib/visible-text.ts';
import { type WordKey, word } from '../../words/word.ts';
import type { Run } from './run-state.tsx';

type Team = Pick<ResponseOf<'listTeams'>['items'][number], 'team_id' | 'source' | 'name' | 'scene'>;

/** Places in the teams that everybody has, by the names that the conductor gives them. */
const ROLES: Readonly<Partial<Record<string, WordKey>>> = {
  Planner: 'role_planner',
  Executor: 'role_executor',
  Tester: 'role_tester',
  Doc: 'role_doc',
  Reproducer: 'role_reproducer',
  'Log reader': 'role_log_reader',
  Fixer: 'role_fixer',
  'First advisor': 'role_first_advisor',
  'Second advisor': 'role_second_advisor',
  'Third advisor': 'role_third_advisor',
};

/** Name of each of those teams, and the goals it suits. */
const TEAMS: Readonly<Partial<Record<string, readonly [name: WordKey, scene: WordKey]>>> = {
  pair: ['team_pair', 'team_pair_scene'],
  feature: ['team_feature', 'team_feature_scene'],
  bug: ['team_bug', 'team_bug_scene'],
  compare: ['team_compare', 'team_compare_scene'],
};

/** A place in a team, in the language of the page where it is a known one; of another team, words of whoever wrote that. */
export function roleText(role: string): string {
  const key = ROLES[role];
  return key === undefined ? steeringShown(role) : word(key);
}

/** Returns a team's name and the goals it suits, in the words of the person who wrote the team, if one did. */
export function teamWords({
  team_id: id,
  source,
  name,
  scene,
}: Team): Pick<Team, 'name' | 'scene'> {
  const keys = source === 'builtin' ? TEAMS[id] : undefined;
  return keys === undefined
    ? { name: steeringShown(name), scene: steeringShown(scene) }
    : { name: word(keys[0]), scene: word(keys[1]) };
}

/** Returns a team's name where only its id is known. */
export function teamName(id: string): string {
  const keys = TEAMS[id];
  return keys === undefined ? id : word(keys[0]);
}

/** Describes a run's present work and its next step, in a sentence. */
export function phaseText({ status, plan, waits, workers }: Run): string {
  const done = plan.filter((task) => task.status === 'done').length;
  const all = plan.filter((task) => task.status !== 'dropped').length;
  switch (status) {
    case 'planning':
      return word(
        waits.some(({ kind }) => kind === 'plan') ? 'run_wait_plan' : 'run_phase_planning',
      );
    case 'executing': {
      const now = plan
        .filter((task) => task.status === 'working')
        .map(({ role, position, title }) =>
          word('run_phase_does', roleText(role), position + 1, title),
        );
      const next = plan.find((task) => task.status === 'planned');
      return [
        word('run_phase_done', done, all),
        ...(now.length === 0 ? [] : [word('run_phase_now', now.join('; '))]),
        ...(next === undefined
          ? []
          : [word('run_phase_next', next.position + 1, roleText(next.role))]),
      ].join(' ');
    }
    case 'finished':
      return word('run_phase_finished', done, all, workers.length);
    case 'paused':
    case 'stopped':
      return word(`run_phase_${status}`, done, all);
    default:
      return word(`run_phase_${status}`);
  }
}
