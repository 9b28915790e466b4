import * as z from 'zod';

import { seenOf } from '../lib/visible-text.ts';
import { instruction } from './actions.ts';
import { approvalDecision } from './approvals.ts';
import { epochMs, errorCode, identifier } from './fields.ts';

// What the operations of runs take and answer with.

const MAX_GOAL = 20_000;

export const MAX_TEXT = 8_000;

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

export const mark = z.enum(['done', 'blocked', 'needs_input']);

export const templateId = z
  .string()
  .regex(
    /^(chat:[a-z][a-z0-9-]{0,39}|agent:[a-z][a-z0-9-]{0,62}|(acp|terminal):[a-z0-9][a-z0-9_-]{0,39}|conversation:[\w-]{1,64})$/,
  )
  .meta({
    description:
      'What a worker is made of: `chat:claude`, a new chat on that site; `agent:assistant`, a session with that agent; `acp:codex` or `terminal:codex`, that program; `conversation:<our id>`, a chat that is there and may act.',
  });

export const limits = z.object({
  inputs: z.int().min(1).max(10_000).meta({ description: 'Messages to workers.' }),
  ms: z
    .int()
    .min(60_000)
    .max(30 * 86_400_000)
    .meta({ description: 'Milliseconds from its start.' }),
});

export const reportSection = z.enum([
  'goal',
  'done',
  'deliverables',
  'unresolved',
  'verify',
  'patches',
  'tests',
  'commands',
  'todos',
  'risks',
  'who',
  'links',
]);

/** On one line: what stands below a name could pass for somebody else's words. */
const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    // guard: role-on-a-line
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), { error: 'is one line' });

const roleName = oneLine(60).min(1);

/** Returns the form in which names are compared: two roles that look the same could not be told apart. */
const lookOf = (name: string): string =>
  seenOf(name.normalize('NFKC')).text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

const roleRule = z.strictObject({
  tool: z
    .string()
    .max(300)
    .regex(/^(?=.*(?:::|\*))[A-Za-z0-9_.*-]+(?:::[A-Za-z0-9_.*-]+)?$/, 'is target::tool')
    .meta({ description: '`target::tool`; `*` fits any characters.' }),
  params: z.record(z.string().min(1).max(300), z.string().max(2_000)).nullable().default(null),
  decision: z.enum(['run', 'ask', 'deny']),
});

const commands = z
  .array(oneLine(100).regex(/^[^\s*][^\s]*( [^\s]+)*$/, 'is the words with which a command begins'))
  .max(50);

const roleLimits = z.strictObject({
  max_inputs: z.int().min(1).max(10_000).nullable().default(null).meta({
    description: 'Messages that its worker is sent.',
  }),
  max_minutes: z.int().min(1).max(43_200).nullable().default(null).meta({
    description: 'How long its worker works, from its first message.',
  }),
  folders: z.array(z.string().min(1).max(4_096)).max(20).default([]).meta({
    description: 'Where a program of it may work, or below; none named: anywhere that is let.',
  }),
  calls: z.boolean().default(true).meta({
    description: 'False: it calls no tools. Its planner reads what it says, and ends its tasks.',
  }),
  commands: z
    .strictObject({
      allow: commands.nullable().default(null).meta({
        description: 'Of a shell: these alone; null: any.',
      }),
      deny: commands.default([]).meta({ description: 'None of these, whoever is told. They win.' }),
    })
    .prefault({})
    .meta({
      description:
        'Commands that its worker may be told to run, each by the words with which it begins, as `git push`; `*` fits any characters.',
    }),
});

const role = z.strictObject({
  role: roleName,
  is_planner: z.boolean().default(false),
  task: z.string().trim().min(1).max(2_000).meta({ description: 'What it is there for.' }),
  template: templateId
    .nullable()
    .default(null)
    .meta({ description: 'What its worker is made of, unless a run says otherwise.' }),
  rules: z.array(roleRule).max(20).default([]).meta({
    description:
      'Policy rules that hold in the conversation of its worker, and where that is the planner in those of all, until its work or its run ends.',
  }),
  limits: roleLimits.prefault({}).meta({ description: 'What its worker may use up, and where.' }),
});

/** A team as a person writes it. */
export const teamWish = z.strictObject({
  name: oneLine(100).min(1),
  scene: oneLine(300).default('').meta({ description: 'What goals it is for.' }),
  roles: z
    .array(role)
    .min(2)
    .max(8)
    .refine((roles) => roles.filter(({ is_planner: plans }) => plans).length === 1, {
      error: 'has one planner, and somebody else',
    })
    .refine((roles) => new Set(roles.map(({ role: name }) => lookOf(name))).size === roles.length, {
      error: 'names each role once',
    })
    .superRefine((roles, context) => {
      for (const [at, { is_planner: plans, limits: own }] of roles.entries()) {
        const field = !plans
          ? null
          : !own.calls
            ? 'calls'
            : own.max_inputs !== null
              ? 'max_inputs'
              : own.max_minutes !== null
                ? 'max_minutes'
                : null;
        if (field === null) continue;
        const message = 'is for others: a planner plans by calls, and its run limits it';
        context.addIssue({ code: 'custom', path: [at, 'limits', field], message });
      }
    })
    .meta({ description: 'One planner, and at least one other.' }),
});

/** The id of a team, as a person may choose it. */
export const TEAM_ID = /^[a-z][a-z0-9-]{0,59}$/;

export const team = z.object({
  team_id: z.string(),
  source: z.enum(['builtin', 'own', 'imported']).meta({
    description:
      'A plan of an imported team is always looked at before work begins, until the team is saved.',
  }),
  ...teamWish.shape,
  roles: z.array(role),
  updated_at: epochMs.nullable(),
});

/** A team as it is given to others. */
export const sharedTeam = z.strictObject({
  baton_team: z.literal(1).meta({ description: 'The version of this form.' }),
  team_id: z.string().regex(TEAM_ID, 'is of a-z, 0-9 and "-"'),
  ...teamWish.shape,
});

const leftOut = z.array(z.object({ what: z.string(), why: z.string() })).meta({
  description: 'What was not taken, each with why.',
});

/** A file that opens with a passphrase. */
export const sealedExport = z.object({
  name: z.string().meta({ description: 'What such a file is called: `runs.v1.enc`.' }),
  file: z.string(),
  items: z.int(),
  left_out: leftOut,
});

export const sealedImport = z.object({ taken: z.array(identifier), left_out: leftOut });

/** Passphrase of at least 12 characters: guesses can be tried on the file without limit. */
export const newPassphrase = z.string().min(12).max(1_000);

export const sealedFile = z.strictObject({
  passphrase: z.string().min(1).max(1_000),
  file: z.string().min(1).max(4_000_000),
});

/** How far Baton goes by itself with a worker that does not get on. */
export const ladder = z.enum(['none', 'ask', 'restart']);

const LADDER =
  'What comes of a worker that does not get on: it is shown; it is asked once, and its planner is told; or it is begun anew too, at most twice for a task';

export const confirmed = z.boolean().default(false).meta({
  description: 'The person has seen that it could do harm, and wants it sent.',
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
  folder: z.string().min(1).max(4_096).nullable().default(null).meta({
    description:
      'Where programs of its workers work, as a whole path; null: where each of them says.',
  }),
  unreviewed: z.boolean().default(false).meta({
    description: 'Work begins on the plan before a person has accepted it.',
  }),
  draft: z.boolean().default(false).meta({ description: 'It is only made, and begun later.' }),
  ladder: ladder.optional().meta({
    description: `${LADDER}; left out: as the setting \`runs.ladder\` says.`,
  }),
  limits: limits.partial().default({}),
  confirmed,
});

export const workerWish = z.strictObject({
  role: roleName.meta({ description: 'One that the team has, or a new one.' }),
  template: templateId.nullable().default(null).meta({
    description: 'Null: as a worker of that role has it, else the first chat that can be begun.',
  }),
  task: z.string().trim().min(1).max(2_000).nullable().default(null).meta({
    description: 'What it is there for; null: as a worker of that role has it.',
  }),
  folder: z.string().min(1).max(4_096).nullable().default(null).meta({
    description: 'Where its program works, as a whole path; null: as a worker of that role has it.',
  }),
  confirmed,
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
  working_dir: z.string().nullable().meta({
    description: 'Where its program works; null: it is none.',
  }),
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

const evidenceKind = z.enum(['patch', 'test', 'command', 'todo', 'link', 'file', 'note']);

const evidence = z.object({
  evidence_id: identifier,
  task_id: identifier,
  worker: identifier.nullable(),
  kind: evidenceKind,
  title: z.string(),
  detail: z.string(),
  created_at: epochMs,
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
  needs: z.array(evidenceKind).meta({ description: 'Kinds of evidence that it is done with.' }),
  reviewer: identifier.nullable().meta({ description: 'The worker that looks at it.' }),
  returns: z.int().meta({ description: 'How often it was sent back.' }),
  restarts: z.int().meta({ description: 'How often its worker was begun anew by Baton itself.' }),
  expected: z.boolean().meta({ description: 'A person says that its worker may be silent.' }),
});

const wait = z.object({
  kind: z.enum(['plan', 'approval', 'question', 'blocked', 'planner', 'paused']),
  text: z.string(),
  worker: identifier.nullable(),
  question: identifier.nullable().meta({ description: 'What an answer names: `answerRun`.' }),
  options: z.array(z.string()).meta({ description: 'Answers to choose from.' }),
});

export const shownSection = z.object({
  section: reportSection,
  heading: z.string(),
  text: z.string(),
  by: z.enum(['rows', 'planner', 'person']),
  draft: z.string().nullable().meta({
    description: 'What the planner wrote after a person had written the section.',
  }),
});

export const input = z.object({
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

/** Something that a worker asked for. */
export const runCall = instruction
  .pick({ instruction_id: true, action: true, risk: true, status: true, error: true })
  .extend({
    worker: identifier,
    decision: approvalDecision.nullable().meta({
      description: 'What a person said of it; null: nobody was asked.',
    }),
    created_at: epochMs,
    finished_at: epochMs.nullable(),
  });

export const run = z.object({
  run_id: identifier,
  goal: z.string(),
  status: runStatus,
  paused_by: z.enum(['person', 'budget', 'loop', 'stall']).nullable(),
  team: z.string(),
  planner: identifier,
  workers: z.array(worker),
  plan: z.array(task),
  evidence: z.array(evidence).meta({ description: 'What shows tasks to be done.' }),
  plan_id: identifier.nullable().meta({
    description:
      'Names the plan that waits to be accepted, by what stands in it; null: none waits.',
  }),
  waits: z.array(wait).meta({ description: 'What a person is waited for.' }),
  risks: z.array(input).meta({ description: 'Messages to workers that a rule matched.' }),
  report: z.array(shownSection),
  phase_line: z.string().meta({ description: 'What goes on and what comes next, in a sentence.' }),
  conclusion: z.string().nullable(),
  deep_link: z.string().nullable().meta({
    description: 'Where its report leads to, by the setting `runs.deep_link`; null: nowhere.',
  }),
  budget: z.object({ inputs_used: z.int(), limits }),
  review_plan: z.boolean(),
  ladder: ladder.meta({ description: LADDER }),
  error: errorCode.nullable(),
  attempt: z.int(),
  created_at: epochMs,
  updated_at: epochMs,
  started_at: epochMs.nullable(),
  ready_at: epochMs.nullable(),
  ended_at: epochMs.nullable(),
});

export const listedRun = run
  .pick({ run_id: true, goal: true, status: true, team: true, conclusion: true })
  .extend({
    workers: z.int(),
    tasks: z.int(),
    tasks_done: z.int(),
    waits: z.int().meta({ description: 'Actions and plans that wait for a person.' }),
    created_at: epochMs,
    ended_at: epochMs.nullable(),
  });

export const taskWish = z.strictObject({
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
  needs: z.array(evidenceKind).max(3).optional(),
  review: z.boolean().optional(),
});
