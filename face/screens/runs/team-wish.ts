import type { Request } from '../../../shared/api/operation.ts';
import type { Operations, ResponseOf } from '../../../shared/api/operations.ts';
import { paramsDraft, patternsOf, type RuleDraft } from '../../parts/rule-wish.ts';
import type { WordKey } from '../../words/word.ts';
import { type LimitsDraft, limitsDraft, limitsWish } from './limits-wish.ts';

export type Team = ResponseOf<'listTeams'>['items'][number];

type TeamWish = Request<Operations['putTeam']>['body'];

type SharedTeam = Request<Operations['importTeam']>['body'];

/** Roles that a team may have, its planner among them. */
export const MAX_ROLES = 8;

/** Rules that a role may have. */
export const MAX_RULES = 20;

export interface RoleDraft {
  /** Tells it from the others while it is written. */
  readonly key: number;
  readonly role: string;
  readonly task: string;
  /** Empty: the first chat that can be begun. */
  readonly template: string;
  readonly rules: readonly RoleRuleDraft[];
  readonly limits: LimitsDraft;
}

/** A rule that holds while somebody works in that role. */
export type RoleRuleDraft = Pick<RuleDraft, 'tool' | 'params' | 'decision'>;

/** A team as a person writes it. The first role is the planner's. */
export interface TeamDraft {
  readonly id: string;
  readonly name: string;
  readonly scene: string;
  readonly roles: readonly RoleDraft[];
}

/** @param team The team that is changed, or that a new one begins as; null: nothing is written yet. */
export function draftOfTeam(team: Team | null): TeamDraft {
  const isCopy = team?.source === 'builtin';
  const roles = [...(team?.roles ?? [NO_PLANNER, NO_WORKER])];
  return {
    id: team === null ? '' : isCopy ? `my-${team.team_id}` : team.team_id,
    name: team?.name ?? '',
    scene: team?.scene ?? '',
    roles: roles
      .toSorted((one, other) => Number(other.is_planner) - Number(one.is_planner))
      .map(({ template, ...role }, key) => ({
        key,
        role: role.role,
        task: role.task,
        template: template ?? '',
        rules: role.rules.map((rule) => ({ ...rule, params: paramsDraft(rule.params) })),
        limits: limitsDraft(role.limits),
      })),
  };
}

const NO_PLANNER = {
  role: 'Planner',
  is_planner: true,
  task: '',
  template: null,
  rules: [],
  limits: undefined,
};

const NO_WORKER = {
  role: '',
  is_planner: false,
  task: '',
  template: null,
  rules: [],
  limits: undefined,
};

/** Returns the wish of a draft, or the missing part. */
export function teamWish({ id, name, scene, roles }: TeamDraft): TeamWish | WordKey {
  if (!/^[a-z][a-z0-9-]{0,59}$/.test(id)) return 'team_no_id';
  if (name.trim() === '') return 'team_no_name';
  const names = roles.map(({ role }) => role.trim().toLowerCase());
  if (names.includes('') || new Set(names).size < names.length) return 'team_no_role';
  if (roles.some(({ task }) => task.trim() === '')) return 'team_no_task';
  const ruled = roles.map((one) => rulesOf(one));
  const fault = ruled.find((one) => typeof one === 'string');
  if (fault !== undefined) return fault;
  const limited = roles.map(({ limits }) => limitsWish(limits));
  const wrong = limited.find((one) => typeof one === 'string');
  if (wrong !== undefined) return wrong;
  return {
    name: name.trim(),
    scene: scene.trim(),
    roles: roles.map(({ role, task, template }, at) => ({
      role: role.trim(),
      is_planner: at === 0,
      task: task.trim(),
      template: template === '' ? null : template,
      rules: ruled[at] as RoleRules,
      ...(typeof limited[at] === 'object' && { limits: limited[at] }),
    })),
  };
}

type RoleRules = Team['roles'][number]['rules'];

/** The rules of a role, or what is missing in one. */
function rulesOf({ rules }: RoleDraft): RoleRules | WordKey {
  const whole: RoleRules = [];
  for (const rule of rules) {
    const patterns = patternsOf(rule);
    if (typeof patterns === 'string') return patterns;
    whole.push({ ...patterns, decision: rule.decision });
  }
  return whole;
}

/** Reads a pasted team, as `exportTeam` gives it; null: it is no team. The conductor checks the rest. */
export function readSharedTeam(text: string): SharedTeam | null {
  try {
    const value: unknown = JSON.parse(text);
    const isTeam = typeof value === 'object' && value !== null && 'baton_team' in value;
    return isTeam ? (value as SharedTeam) : null;
  } catch {
    return null;
  }
}
