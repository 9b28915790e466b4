import * as z from 'zod';

import { one, operation, plain } from './define.ts';
import { byId, epochMs, errorCode, identifier, pageOf, paging } from './fields.ts';

const MAX_GOAL = 20_000;

const MAX_TEXT = 8_000;

const runStatus = z.enum([
  'draft',
  'starting',
  'planning',
  'executing',
  'reporting',
  'paused',
  'finished',
  'stopped',
  'failed',
]);

const taskStatus = z.enum([
  'planned',
  'assigned',
  'working',
  'review',
  'blocked',
  'done',
  'failed',
  'dropped',
]);

const mark = z.enum(['done', 'blocked', 'needs_input']);

const templateId = z
  .string()
  .regex(/^[a-z]+:[a-z][a-z0-9-]{0,39}$/)
  .meta({ description: 'What a worker is made of, as `chat:claude`: a new chat on that site.' });

const limits = z.object({
  inputs: z.int().min(1).max(10_000).meta({ description: 'Messages to workers.' }),
  ms: z
    .int()
    .min(60_000)
    .max(30 * 86_400_000)
    .meta({ description: 'Milliseconds from its start.' }),
});

const reportSection = z.enum(['goal', 'done', 'deliverables', 'unresolved', 'verify', 'who']);

const role = z.object({ role: z.string(), is_planner: z.boolean(), task: z.string() });

const team = z.object({
  team_id: z.string(),
  name: z.string(),
  scene: z.string().meta({ description: 'What goals it is for.' }),
  roles: z.array(role),
});

export const runWish = z.strictObject({
  goal: z.string().trim().min(1).max(MAX_GOAL).meta({ description: 'What is to be reached.' }),
  team: z.string().min(1).max(60).nullable().default(null).meta({
    description: 'A team; null: the one whose words stand in the goal.',
  }),
  templates: z
    .record(z.string().min(1).max(60), templateId)
    .default({})
    .meta({ description: 'By role. A role without one takes the first chat that can be begun.' }),
  unreviewed: z.boolean().default(false).meta({
    description: 'Work begins on the plan before a person has accepted it.',
  }),
  draft: z.boolean().default(false).meta({ description: 'It is only made, and begun later.' }),
  limits: limits.partial().default({}),
});

const worker = z.object({
  tab_id: identifier,
  role: z.string(),
  is_planner: z.boolean(),
  template_id: z.string(),
  title: z.string(),
  conversation: identifier.nullable().meta({
    description: 'Our id of its conversation; null: nothing was said to it yet.',
  }),
  task_id: identifier.nullable(),
  status_snapshot: z.object({
    status: z.enum(['idle', 'running', 'stuck', 'error', 'stopped']),
    source: z.enum(['said', 'guessed']),
    mark: mark.nullable(),
    held_by: z.enum(['person']).nullable(),
    last_lines: z.array(z.string()).max(20).meta({ description: 'The end of what it said last.' }),
    waits: z.int().meta({ description: 'Actions of it that wait for a person.' }),
    error: errorCode.nullable(),
    last_output_at: epochMs.nullable(),
  }),
});

const task = z.object({
  task_id: identifier,
  position: z.int(),
  title: z.string(),
  instructions: z.string(),
  role: z.string(),
  worker: identifier.nullable(),
  depends_on: z.array(identifier),
  status: taskStatus,
  attempt: z.int(),
  done_when: z.string().nullable(),
  result: z.string().nullable(),
  blocked_by: z.string().nullable(),
});

const wait = z.object({
  kind: z.enum(['plan', 'approval', 'question', 'blocked', 'planner', 'paused']),
  text: z.string(),
  worker: identifier.nullable(),
});

const shownSection = z.object({
  section: reportSection,
  heading: z.string(),
  text: z.string(),
  by: z.enum(['rows', 'planner', 'person']),
  draft: z.string().nullable().meta({
    description: 'What the planner wrote after a person had written the section.',
  }),
});

const input = z.object({
  input_id: identifier,
  worker: identifier,
  origin: z.enum(['planner', 'person', 'broadcast', 'run']),
  status: z.enum(['queued', 'sent', 'dropped']),
  job_id: identifier.nullable(),
  risk: z.enum(['low', 'medium', 'high']),
  rules: z.array(z.string()),
  created_at: epochMs,
  sent_at: epochMs.nullable(),
});

export const run = z.object({
  run_id: identifier,
  goal: z.string(),
  status: runStatus,
  paused_by: z.enum(['person', 'budget', 'loop']).nullable(),
  team: z.string(),
  planner: identifier,
  workers: z.array(worker),
  plan: z.array(task),
  waits: z.array(wait).meta({ description: 'What a person is waited for.' }),
  risks: z.array(input).meta({ description: 'Messages to workers that a rule matched.' }),
  report: z.array(shownSection),
  phase_line: z.string().meta({ description: 'What goes on and what comes next, in a sentence.' }),
  conclusion: z.string().nullable(),
  budget: z.object({ inputs_used: z.int(), limits }),
  review_plan: z.boolean(),
  error: errorCode.nullable(),
  attempt: z.int(),
  created_at: epochMs,
  updated_at: epochMs,
  started_at: epochMs.nullable(),
  ready_at: epochMs.nullable(),
  ended_at: epochMs.nullable(),
});

const listedRun = run
  .pick({ run_id: true, goal: true, status: true, team: true, conclusion: true })
  .extend({
    workers: z.int(),
    tasks: z.int(),
    tasks_done: z.int(),
    waits: z.int().meta({ description: 'Actions and plans that wait for a person.' }),
    created_at: epochMs,
    ended_at: epochMs.nullable(),
  });

const taskWish = z.strictObject({
  title: z.string().trim().min(1).max(300),
  instructions: z.string().trim().min(1).max(MAX_TEXT),
  role: z.string().min(1).max(60).optional(),
  worker: identifier.optional(),
  depends_on: z
    .array(z.int().min(1).max(20))
    .max(20)
    .optional()
    .meta({ description: 'Numbers of tasks before it; the first is 1.' }),
  done_when: z.string().min(1).max(1_000).optional(),
});

const steering = {
  ...one,
  method: 'POST',
  tag: 'runs',
  response: run,
  errors: ['not_found', 'invalid_transition'],
} as const;

const inRun = {
  worker: byId.extend({ worker: identifier }),
  task: byId.extend({ task: identifier }),
};

export const runsOperations = {
  listTeams: operation({
    ...plain,
    method: 'GET',
    path: '/v1/teams',
    tag: 'runs',
    scope: 'watch',
    summary: 'Teams that a run can be made of.',
    command: 'team list',
    response: z.object({ items: z.array(team) }),
  }),
  createRun: operation({
    ...plain,
    method: 'POST',
    path: '/v1/runs',
    tag: 'runs',
    scope: 'full',
    summary: 'Has a team work on a goal.',
    command: 'run start',
    body: runWish,
    example: { goal: 'Compare three ways to keep a changelog.', team: 'pair' },
    response: run,
    status: 201,
    errors: ['not_found', 'template_missing', 'quota_exceeded', 'seal_locked'],
  }),
  listRuns: operation({
    ...plain,
    method: 'GET',
    path: '/v1/runs',
    tag: 'runs',
    scope: 'watch',
    summary: 'Runs, the newest first.',
    command: 'run list',
    query: paging,
    response: pageOf(listedRun),
  }),
  getRun: operation({
    ...one,
    method: 'GET',
    path: '/v1/runs/:id',
    tag: 'runs',
    scope: 'watch',
    summary: 'One run: its team, its plan, what waits, and its report.',
    command: 'run show',
    response: run,
  }),
  beginRun: operation({
    ...steering,
    path: '/v1/runs/:id/start',
    scope: 'full',
    summary: 'Begins a run that was only made.',
    command: 'run begin',
  }),
  pauseRun: operation({
    ...steering,
    path: '/v1/runs/:id/pause',
    scope: 'answer',
    summary: 'Nothing more is said to its workers. What they do by themselves goes on.',
    command: 'run pause',
  }),
  resumeRun: operation({
    ...steering,
    path: '/v1/runs/:id/resume',
    scope: 'full',
    summary: 'Goes on after a pause.',
    command: 'run resume',
  }),
  stopRun: operation({
    ...steering,
    path: '/v1/runs/:id/stop',
    scope: 'answer',
    summary: 'Ends a run. The chats of its workers stay.',
    command: 'run stop',
  }),
  reopenRun: operation({
    ...steering,
    path: '/v1/runs/:id/reopen',
    scope: 'full',
    summary: 'A run that is over can go on: it is paused then, with all that it knew.',
    command: 'run reopen',
  }),
  acceptRunPlan: operation({
    ...steering,
    path: '/v1/runs/:id/plan/accept',
    scope: 'full',
    summary: 'Lets work begin on the plan.',
    command: 'run accept',
  }),
  setRunPlan: operation({
    ...one,
    method: 'PUT',
    path: '/v1/runs/:id/plan',
    tag: 'runs',
    scope: 'full',
    summary: 'Sets the plan in place of the planner. Tasks that have begun stay.',
    command: 'run plan',
    body: z.strictObject({ tasks: z.array(taskWish).min(1).max(20) }),
    example: { tasks: [{ title: 'Find three ways', instructions: 'Name them, with examples.' }] },
    response: run,
    errors: [
      'not_found',
      'invalid_transition',
      'run_ended',
      'unknown_tab',
      'invalid_params',
      'seal_locked',
    ],
  }),
  updateRunTask: operation({
    ...one,
    method: 'PATCH',
    path: '/v1/runs/:id/tasks/:task',
    tag: 'runs',
    params: inRun.task,
    scope: 'full',
    summary: 'Changes a task: done, dropped, or to be done again.',
    command: 'run task',
    body: z.strictObject({
      status: z.enum(['done', 'dropped', 'again']).optional(),
      title: z.string().trim().min(1).max(300).optional(),
      instructions: z.string().trim().min(1).max(MAX_TEXT).optional(),
      result: z.string().trim().min(1).max(MAX_TEXT).optional(),
    }),
    example: { status: 'done', result: 'I did it by hand.' },
    response: run,
    errors: ['not_found', 'invalid_transition', 'run_ended'],
  }),
  sendToWorkers: operation({
    ...one,
    method: 'POST',
    path: '/v1/runs/:id/inputs',
    tag: 'runs',
    scope: 'full',
    summary: 'Says something to workers of a run, or to all of them but the planner.',
    command: 'run send',
    body: z.strictObject({
      workers: z.union([z.literal('all'), z.array(identifier).min(1).max(20)]),
      text: z.string().trim().min(1).max(MAX_TEXT),
      confirmed: z.boolean().default(false).meta({
        description: 'The person has seen that it could do harm, and wants it sent.',
      }),
    }),
    example: { workers: 'all', text: 'Please sum up in one line what you have.' },
    response: z.object({ inputs: z.array(input) }),
    status: 201,
    errors: ['not_found', 'run_ended', 'worker_lost', 'unknown_tab', 'risk_unconfirmed'],
  }),
  listRunInputs: operation({
    ...one,
    method: 'GET',
    path: '/v1/runs/:id/inputs',
    tag: 'runs',
    scope: 'watch',
    summary: 'What was said to its workers, the newest first.',
    command: 'run inputs',
    response: z.object({ items: z.array(input) }),
  }),
  markWorker: operation({
    ...one,
    method: 'PUT',
    path: '/v1/runs/:id/workers/:worker/mark',
    tag: 'runs',
    params: inRun.worker,
    scope: 'answer',
    summary: 'Says how a worker stands, above what is seen of it.',
    command: 'run mark',
    body: z.strictObject({ mark: mark.nullable() }),
    example: { mark: 'needs_input' },
    response: run,
  }),
  holdWorker: operation({
    ...one,
    method: 'PUT',
    path: '/v1/runs/:id/workers/:worker/hold',
    tag: 'runs',
    params: inRun.worker,
    scope: 'answer',
    summary: 'Takes a worker over: what the run has for it waits until it is given back.',
    command: 'run hold',
    body: z.strictObject({ held: z.boolean() }),
    example: { held: true },
    response: run,
  }),
  endWorker: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/runs/:id/workers/:worker',
    tag: 'runs',
    params: inRun.worker,
    scope: 'full',
    summary: 'Ends the work of one worker. Its chat stays.',
    command: 'run end',
    response: run,
    errors: ['not_found', 'invalid_transition'],
  }),
  editRunReport: operation({
    ...one,
    method: 'PATCH',
    path: '/v1/runs/:id/report',
    tag: 'runs',
    scope: 'full',
    summary: 'Writes a section of the report. The planner writes beside it from then on.',
    command: 'run write',
    body: z.strictObject({ section: reportSection, text: z.string().max(20_000) }),
    example: { section: 'verify', text: 'Run the tests.' },
    response: run,
    errors: ['not_found', 'seal_locked'],
  }),
  exportRunReport: operation({
    ...one,
    method: 'GET',
    path: '/v1/runs/:id/report',
    tag: 'runs',
    scope: 'watch',
    summary: 'The report as Markdown.',
    command: 'run report',
    response: z.object({ markdown: z.string() }),
  }),
};
