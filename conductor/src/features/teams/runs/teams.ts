import type { RoleCommands } from '../../../text-risk/role-commands.ts';
import type { RoleLimits, RoleRule } from './rows.ts';

/** A place in a team. */
export interface TeamRole {
  readonly role: string;
  readonly isPlanner: boolean;
  /** Purpose of the role, as its worker is told. */
  readonly task: string;
  /** Template of its worker, where the team says; null: the first chat that can be begun. */
  readonly template: string | null;
  /** Rules in the conversation of its worker. */
  readonly rules: readonly RoleRule[];
  readonly limits: RoleLimits & {
    /** Where a program of it may work, or below; none: anywhere that is let. */
    readonly folders: readonly string[];
    /** False: it calls no tools. */
    readonly calls: boolean;
    /** Which commands it may be told to run. */
    readonly commands: RoleCommands;
  };
}

/** Limits of a role that sets none. */
export const NO_LIMITS: TeamRole['limits'] = {
  maxInputs: null,
  maxMinutes: null,
  folders: [],
  calls: true,
  commands: { allow: null, deny: [] },
};

/** Who works on a goal together. */
export interface Team {
  readonly teamId: string;
  /** `imported`: somebody else wrote it, and no person has saved it since. */
  readonly source: 'builtin' | 'own' | 'imported';
  readonly name: string;
  /** Goals that the team is for. */
  readonly scene: string;
  readonly roles: readonly TeamRole[];
}

function role(name: string, task: string): TeamRole {
  return {
    role: name,
    isPlanner: name === 'Planner',
    task,
    template: null,
    rules: [],
    limits: NO_LIMITS,
  };
}

const PLANNER = role(
  'Planner',
  'You plan, hand out tasks, watch what comes of them, and report. You do no task yourself.',
);

const EXECUTOR = role(
  'Executor',
  'You do what you are asked to do, whole, and say what came of it.',
);

const TESTER = role(
  'Tester',
  'You check what others made: what you tried, what held, what did not.',
);

const DOC = role('Doc', 'You write what people read: notes of a change, a summary, a table.');

const ADVISORS = ['First advisor', 'Second advisor', 'Third advisor'].map((name) =>
  role(
    name,
    'You propose one way to reach the goal, with what speaks for it and against it. Others propose theirs.',
  ),
);

/** Those that everybody has. */
export const TEAMS: readonly Team[] = [
  {
    teamId: 'pair',
    source: 'builtin',
    name: 'Pair',
    scene: 'Anything small: one plans, one works.',
    roles: [PLANNER, EXECUTOR],
  },
  {
    teamId: 'feature',
    source: 'builtin',
    name: 'Feature',
    scene: 'A feature with its tests and the notes of the change.',
    roles: [PLANNER, EXECUTOR, TESTER, DOC],
  },
  {
    teamId: 'bug',
    source: 'builtin',
    name: 'Bug',
    scene: 'A fault: reproduce it, read the logs, find the least case, mend it.',
    roles: [
      PLANNER,
      role('Reproducer', 'You find the least that makes the fault appear, every time.'),
      role('Log reader', 'You read what the programs wrote, and say what bears on the fault.'),
      role('Fixer', 'You find the cause, and mend it.'),
      TESTER,
    ],
  },
  {
    teamId: 'compare',
    source: 'builtin',
    name: 'Compare',
    scene: 'Several plans for one question, in one table.',
    roles: [PLANNER, ...ADVISORS, DOC],
  },
];

/** Words that speak for a team, in the languages of the web UI. */
const SIGNS: readonly (readonly [teamId: string, pattern: RegExp])[] = [
  [
    'bug',
    /\b(bug|crash(es)?|fault|fail(s|ed|ing)?|hang(s|ing)?|broken|error|regression)\b|故障|报错|崩溃|失败|卡住|修复/iu,
  ],
  ['compare', /\b(compare|versus|vs|alternatives?|options?|which|choose)\b|比较|对比|选型|方案/iu],
  ['feature', /\b(add|implement|build|support|feature|extend|write)\b|添加|新增|实现|支持|功能/iu],
];

/** The team whose words stand in the goal first of these; the least one where none do. */
export function suggestedTeam(goal: string): string {
  return SIGNS.find(([, pattern]) => pattern.test(goal))?.[0] ?? 'pair';
}
