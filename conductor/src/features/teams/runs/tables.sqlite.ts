import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import { spaceId, strings, version } from '../../../stores/sqlite/columns.ts';
import { conversations } from '../../heart/conversations/tables.sqlite.ts';
import { deliveryJobs } from '../../heart/deliveries/tables.sqlite.ts';
import {
  EVIDENCE_KINDS,
  type EvidenceKind,
  type RoleLimits,
  type RoleRule,
  type RunLimits,
} from './rows.ts';

const STATUS = [
  'draft',
  'starting',
  'planning',
  'executing',
  'reporting',
  'paused',
  'finished',
  'stopped',
  'failed',
] as const;

export const runs = sqliteTable(
  'runs',
  {
    runId: text('run_id').primaryKey(),
    status: text('status', { enum: STATUS }).notNull(),
    beforePause: text('before_pause', {
      enum: ['starting', 'planning', 'executing', 'reporting'],
    }),
    pausedBy: text('paused_by', { enum: ['person', 'budget', 'loop', 'stall'] }),
    teamId: text('team_id').notNull(),
    plannerId: text('planner_id').notNull(),
    limits: text('limits_json', { mode: 'json' }).$type<RunLimits>().notNull(),
    ladder: text('ladder', { enum: ['none', 'ask', 'restart'] })
      .notNull()
      .default('ask'),
    inputsUsed: integer('inputs_used').notNull(),
    reviewPlan: integer('review_plan', { mode: 'boolean' }).notNull(),
    plannedAt: integer('planned_at'),
    planHash: text('plan_hash'),
    samePlans: integer('same_plans').notNull(),
    toldAt: integer('told_at').notNull(),
    digestAt: integer('digest_at').notNull().default(0),
    stalls: integer('stalls').notNull().default(0),
    asks: integer('asks').notNull().default(0),
    hints: integer('hints').notNull(),
    completedAt: integer('completed_at'),
    keepsPrograms: integer('keeps_programs', { mode: 'boolean' }).notNull().default(false),
    attempt: integer('attempt').notNull(),
    sealed: text('sealed').notNull(),
    startedAt: integer('started_at'),
    readyAt: integer('ready_at'),
    endedAt: integer('ended_at'),
    errorCode: text('error_code').$type<ErrorCode>(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    spaceId,
    version,
  },
  (t) => [
    index('runs_newest').on(t.createdAt, t.runId),
    index('runs_open')
      .on(t.status)
      .where(sql`${t.status} not in ('finished', 'stopped', 'failed')`),
    check(
      'runs_status',
      sql`${t.status} in ('draft', 'starting', 'planning', 'executing', 'reporting', 'paused', 'finished', 'stopped', 'failed')`,
    ),
  ],
);

const ofRun = () =>
  text('run_id')
    .notNull()
    .references(() => runs.runId, { onDelete: 'cascade' });

export const runWorkers = sqliteTable(
  'run_workers',
  {
    workerId: text('worker_id').primaryKey(),
    runId: ofRun(),
    position: integer('position').notNull(),
    role: text('role').notNull(),
    templateId: text('template_id').notNull(),
    isPlanner: integer('is_planner', { mode: 'boolean' }).notNull(),
    conversationKey: text('conversation_key')
      .$type<ConversationKey>()
      .references(() => conversations.conversationKey, {
        onUpdate: 'cascade',
        onDelete: 'set null',
      }),
    begunAt: integer('begun_at'),
    rules: text('rules_json', { mode: 'json' }).$type<readonly RoleRule[]>().notNull().default([]),
    limits: text('limits_json', { mode: 'json' })
      .$type<RoleLimits>()
      .notNull()
      .default({ maxInputs: null, maxMinutes: null }),
    mark: text('mark', { enum: ['done', 'blocked', 'needs_input'] }),
    heldBy: text('held_by', { enum: ['person'] }),
    endedAt: integer('ended_at'),
    sealed: text('sealed').notNull(),
    createdAt: integer('created_at').notNull(),
    spaceId,
    version,
  },
  (t) => [
    uniqueIndex('run_workers_of').on(t.runId, t.position),
    index('run_workers_at').on(t.conversationKey),
  ],
);

export const runTasks = sqliteTable(
  'run_tasks',
  {
    taskId: text('task_id').primaryKey(),
    runId: ofRun(),
    position: integer('position').notNull(),
    status: text('status', {
      enum: ['planned', 'assigned', 'working', 'review', 'blocked', 'done', 'failed', 'dropped'],
    }).notNull(),
    role: text('role').notNull(),
    workerId: text('worker_id').references(() => runWorkers.workerId, { onDelete: 'set null' }),
    dependsOn: strings('depends_on_json'),
    attempt: integer('attempt').notNull(),
    begunAt: integer('begun_at'),
    asked: integer('asked', { mode: 'boolean' }).notNull(),
    stuckAt: integer('stuck_at'),
    restarts: integer('restarts').notNull().default(0),
    isExpected: integer('is_expected', { mode: 'boolean' }).notNull().default(false),
    needs: text('needs_json', { mode: 'json' })
      .$type<readonly EvidenceKind[]>()
      .notNull()
      .default([]),
    isReviewed: integer('is_reviewed', { mode: 'boolean' }).notNull().default(false),
    reviewerId: text('reviewer_id').references(() => runWorkers.workerId, { onDelete: 'set null' }),
    returns: integer('returns').notNull().default(0),
    newsAt: integer('news_at'),
    sealed: text('sealed').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    spaceId,
    version,
  },
  (t) => [
    index('run_tasks_of').on(t.runId, t.position),
    index('run_tasks_by').on(t.workerId),
    index('run_tasks_reviewed_by').on(t.reviewerId),
    check(
      'run_tasks_status',
      sql`${t.status} in ('planned', 'assigned', 'working', 'review', 'blocked', 'done', 'failed', 'dropped')`,
    ),
  ],
);

/** Calls that programs asked for by lines, so that one that is drawn again is known. */
export const runCalls = sqliteTable(
  'run_calls',
  {
    callId: text('call_id').primaryKey(),
    runId: ofRun(),
    workerId: text('worker_id')
      .notNull()
      .references(() => runWorkers.workerId, { onDelete: 'cascade' }),
    externalId: text('external_id').notNull(),
    payloadHash: text('payload_hash').notNull(),
    createdAt: integer('created_at').notNull(),
    spaceId,
    version,
  },
  (t) => [
    uniqueIndex('run_calls_once').on(t.workerId, t.externalId),
    index('run_calls_of').on(t.runId),
  ],
);

export const runInputs = sqliteTable(
  'run_inputs',
  {
    inputId: text('input_id').primaryKey(),
    runId: ofRun(),
    workerId: text('worker_id')
      .notNull()
      .references(() => runWorkers.workerId, { onDelete: 'cascade' }),
    origin: text('origin', { enum: ['planner', 'person', 'broadcast', 'run'] }).notNull(),
    taskId: text('task_id'),
    status: text('status', { enum: ['queued', 'sent', 'dropped'] }).notNull(),
    jobId: text('job_id').references(() => deliveryJobs.jobId, { onDelete: 'set null' }),
    risk: text('risk', { enum: ['low', 'medium', 'high'] }).notNull(),
    reasons: strings('reasons_json'),
    sealed: text('sealed'),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
    spaceId,
    version,
  },
  (t) => [
    index('run_inputs_of').on(t.runId, t.createdAt),
    index('run_inputs_by').on(t.workerId),
    index('run_inputs_as').on(t.jobId),
    check('run_inputs_status', sql`${t.status} in ('queued', 'sent', 'dropped')`),
  ],
);

export const runTeams = sqliteTable(
  'run_teams',
  {
    teamId: text('team_id').primaryKey(),
    source: text('source', { enum: ['own', 'imported'] }).notNull(),
    sealed: text('sealed').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    spaceId,
    version,
  },
  (t) => [check('run_teams_source', sql`${t.source} in ('own', 'imported')`)],
);

export const runTemplates = sqliteTable('run_templates', {
  templateId: text('template_id').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  spaceId,
  version,
});

export const runEvidence = sqliteTable(
  'run_evidence',
  {
    evidenceId: text('evidence_id').primaryKey(),
    runId: ofRun(),
    taskId: text('task_id')
      .notNull()
      .references(() => runTasks.taskId, { onDelete: 'cascade' }),
    workerId: text('worker_id').references(() => runWorkers.workerId, { onDelete: 'set null' }),
    kind: text('kind', { enum: EVIDENCE_KINDS }).notNull(),
    sealed: text('sealed').notNull(),
    createdAt: integer('created_at').notNull(),
    spaceId,
    version,
  },
  (t) => [
    index('run_evidence_of').on(t.runId, t.createdAt),
    index('run_evidence_for').on(t.taskId),
    index('run_evidence_by').on(t.workerId),
    check(
      'run_evidence_kind',
      sql`${t.kind} in ('patch', 'test', 'command', 'todo', 'link', 'file', 'note')`,
    ),
  ],
);
