import type { ResponseOf } from '../../../../shared/api/operations.ts';

type Run = ResponseOf<'getRun'>;

const worker = (id: string, role: string, more: Partial<Run['workers'][number]> = {}) => ({
  tab_id: id,
  role,
  is_planner: role === 'Planner',
  template_id: 'chat:claude',
  title: `${role} · Add`,
  conversation: `conversation-${id}`,
  task_id: null,
  working_dir: null,
  status_snapshot: {
    status: 'idle' as const,
    source: 'said' as const,
    mark: null,
    held_by: null,
    last_lines: [],
    waits: 0,
    error: null,
    last_output_at: null,
  },
  ...more,
});

const task = (position: number, title: string, more: Partial<Run['plan'][number]>) => ({
  task_id: `task-${position + 1}`,
  position,
  title,
  instructions: `Do ${title}.`,
  role: 'Executor',
  worker: 'w-2',
  depends_on: [],
  status: 'planned' as const,
  attempt: 1,
  done_when: null,
  result: null,
  blocked_by: null,
  needs: [],
  reviewer: null,
  returns: 0,
  restarts: 0,
  expected: false,
  ...more,
});

const wait = (kind: Run['waits'][number]['kind'], text: string, by: string | null = null) => ({
  kind,
  text,
  worker: by,
  question: null,
  options: [],
});

/** A run as the conductor tells it, with something of everything. */
export const RUN: Run = {
  run_id: 'run-1',
  goal: 'Add --json to export\u202e.',
  status: 'executing',
  paused_by: null,
  team: 'feature',
  planner: 'w-1',
  workers: [
    worker('w-1', 'Planner'),
    worker('w-2', 'Executor', {
      status_snapshot: {
        ...worker('w-2', 'Executor').status_snapshot,
        status: 'stuck',
        mark: 'needs_input',
        waits: 1,
        last_lines: ['wrote export.ts', 'runs the tests'],
      },
    }),
  ],
  plan: [
    task(0, 'Parser', { status: 'done', result: 'The table is there.' }),
    task(1, 'Flag', { status: 'working' }),
    task(2, 'Tests', {
      status: 'blocked',
      blocked_by: 'the lock is held',
      depends_on: ['task-1', 'task-2'],
    }),
  ],
  plan_id: 'plan-1',
  waits: [
    wait('plan', 'The plan waits to be accepted.'),
    wait('approval', 'Executor asks for permission.', 'w-2'),
    wait('blocked', 'Tests: the lock is held', 'w-2'),
    {
      ...wait('question', 'In which language?', 'w-1'),
      question: 'q-1',
      options: ['English', 'Chinese'],
    },
  ],
  evidence: [],
  risks: [],
  report: [
    { section: 'goal', heading: 'Goal', text: 'Add --json.', by: 'rows', draft: null },
    {
      section: 'verify',
      heading: 'Reproduce and verify',
      text: 'Run it.',
      by: 'planner',
      draft: null,
    },
  ],
  phase_line: '1 of 3 tasks are done.',
  conclusion: null,
  deep_link: null,
  budget: { inputs_used: 84, limits: { inputs: 300, ms: 28_800_000 } },
  review_plan: true,
  ladder: 'ask',
  error: null,
  attempt: 1,
  created_at: 1_000,
  updated_at: 2_000,
  started_at: 1_000,
  ready_at: 1_500,
  ended_at: null,
};

/** The same in the list. */
export const LISTED: ResponseOf<'listRuns'>['items'][number] = {
  run_id: 'run-1',
  goal: RUN.goal,
  status: 'executing',
  team: 'feature',
  conclusion: null,
  workers: 2,
  tasks: 3,
  tasks_done: 1,
  waits: 1,
  created_at: 1_000,
  ended_at: null,
};

const role = (name: string) => ({
  role: name,
  is_planner: name === 'Planner',
  task: 'Works.',
  template: null,
  rules: [],
  limits: {
    max_inputs: null,
    max_minutes: null,
    folders: [],
    calls: true,
    commands: { allow: null, deny: [] },
  },
});

const BUILT_IN = { source: 'builtin', updated_at: null } as const;

export const TEAMS: ResponseOf<'listTeams'>['items'] = [
  {
    ...BUILT_IN,
    team_id: 'pair',
    name: 'Pair',
    scene: 'Small.',
    roles: ['Planner', 'Executor'].map(role),
  },
  {
    ...BUILT_IN,
    team_id: 'feature',
    name: 'Feature',
    scene: 'A feature.',
    roles: ['Planner', 'Executor', 'Tester'].map(role),
  },
];
