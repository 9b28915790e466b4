import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

import { COMPLETENESS } from '../../../../../shared/model/completeness.ts';
import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import { spaceId, version } from '../../../stores/sqlite/columns.ts';
import { rowList } from '../../../stores/sqlite/row-list.ts';
import { belongsTo } from '../../heart/conversations/tables.sqlite.ts';
import { deliveryJobs } from '../../heart/deliveries/tables.sqlite.ts';
import type { AgentDefinition } from './agent-definition.ts';
import type { MessagePart } from './message-part.ts';
import type { ModelToolCall, Steer } from './rows.ts';
import type { Told } from './told.ts';

export const agentDefinitions = sqliteTable('agent_definitions', {
  agentId: text('agent_id').primaryKey(),
  definition: text('definition_json', { mode: 'json' }).$type<AgentDefinition>().notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  spaceId,
  version,
});

export const agentSessions = sqliteTable(
  'agent_sessions',
  {
    conversationKey: belongsTo().primaryKey(),
    agentId: text('agent_id').notNull(),
    definition: text('definition_json', { mode: 'json' }).$type<AgentDefinition>().notNull(),
    modelRef: text('model_ref').notNull(),
    runMode: text('run_mode', { enum: ['normal', 'readonly', 'settings'] })
      .notNull()
      .default('normal'),
    parentInstructionId: text('parent_instruction_id'),
    headMessageId: text('head_message_id'),
    tokensIn: integer('tokens_in').notNull(),
    tokensOut: integer('tokens_out').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    spaceId,
    version,
  },
  (t) => [
    index('agent_sessions_newest').on(t.createdAt, t.conversationKey),
    uniqueIndex('agent_sessions_of_call').on(t.parentInstructionId),
  ],
);

export const agentMessages = sqliteTable(
  'agent_messages',
  {
    messageId: text('message_id').primaryKey(),
    conversationKey: belongsTo(),
    parentId: text('parent_id'),
    path: text('path').notNull(),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    runId: text('run_id').notNull(),
    parts: text('parts_json', { mode: 'json' }).$type<readonly MessagePart[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    spaceId,
    version,
  },
  (t) => [uniqueIndex('agent_messages_in_order').on(t.conversationKey, t.path)],
);

export const agentRuns = sqliteTable(
  'agent_runs',
  {
    runId: text('run_id').primaryKey(),
    conversationKey: belongsTo(),
    aiMessageId: text('ai_message_id').notNull(),
    status: text('status', {
      enum: [
        'running',
        'waiting_person',
        'waiting_model',
        'stopping',
        'succeeded',
        'failed',
        'stopped',
      ],
    }).notNull(),
    stopReason: text('stop_reason'),
    errorCode: text('error_code').$type<ErrorCode>(),
    errorText: text('error_text'),
    stepsUsed: integer('steps_used').notNull(),
    callsUsed: integer('calls_used').notNull(),
    workersUsed: integer('workers_used').notNull().default(0),
    workMs: integer('work_ms').notNull().default(0),
    steers: text('steers_json', { mode: 'json' }).$type<readonly Steer[]>().notNull().default([]),
    parentRunId: text('parent_run_id'),
    tokensIn: integer('tokens_in').notNull(),
    tokensOut: integer('tokens_out').notNull(),
    dueAt: integer('due_at'),
    startedAt: integer('started_at').notNull(),
    finishedAt: integer('finished_at'),
    spaceId,
    version,
  },
  (t) => [
    index('agent_runs_of').on(t.conversationKey, t.startedAt),
    index('agent_runs_newest').on(t.startedAt, t.runId),
    index('agent_runs_open')
      .on(t.status)
      .where(sql`${t.status} not in ('succeeded', 'failed', 'stopped')`),
    check(
      'agent_runs_status',
      sql`${t.status} in ('running', 'waiting_person', 'waiting_model', 'stopping', 'succeeded', 'failed', 'stopped')`,
    ),
  ],
);

export const agentSteps = sqliteTable(
  'agent_steps',
  {
    stepId: text('step_id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => agentRuns.runId, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    steers: text('steers_json', { mode: 'json' }).$type<readonly Steer[]>().notNull().default([]),
    status: text('status', {
      enum: ['calling', 'acting', 'closed', 'failed', 'stopped'],
    }).notNull(),
    modelRef: text('model_ref').notNull(),
    attempt: integer('attempt').notNull(),
    jobId: text('job_id'),
    text: text('text').notNull(),
    reasoning: text('reasoning').notNull(),
    calls: text('calls_json', { mode: 'json' }).$type<readonly ModelToolCall[]>().notNull(),
    finishReason: text('finish_reason'),
    complete: text('complete', { enum: COMPLETENESS }).notNull().default('whole'),
    tokensIn: integer('tokens_in').notNull(),
    tokensOut: integer('tokens_out').notNull(),
    startedAt: integer('started_at').notNull(),
    repliedAt: integer('replied_at'),
    finishedAt: integer('finished_at'),
    spaceId,
    version,
  },
  (t) => [
    uniqueIndex('agent_steps_once').on(t.runId, t.number),
    index('agent_steps_asking')
      .on(t.jobId)
      .where(sql`${t.jobId} is not null`),
    check(
      'agent_steps_status',
      sql`${t.status} in ('calling', 'acting', 'closed', 'failed', 'stopped')`,
    ),
  ],
);

export const agentTurns = sqliteTable('agent_turns', {
  jobId: text('job_id')
    .primaryKey()
    .references(() => deliveryJobs.jobId, { onDelete: 'cascade' }),
  conversationKey: belongsTo(),
  clientMessageId: text('client_message_id'),
  asks: text('asks', { enum: ['next', 'turn', 'answer'] }).notNull(),
  parentId: text('parent_id'),
  spaceId,
  version,
});

export const agentStreams = sqliteTable(
  'agent_streams',
  {
    runId: text('run_id')
      .primaryKey()
      .references(() => agentRuns.runId, { onDelete: 'cascade' }),
    newest: integer('newest').notNull(),
    bytes: integer('bytes').notNull(),
    isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
    beganAt: integer('began_at').notNull(),
    closedAt: integer('closed_at'),
    isDropped: integer('is_dropped', { mode: 'boolean' }).notNull(),
    told: text('told_json', { mode: 'json' }).$type<Told>().notNull(),
    spaceId,
    version,
  },
  (t) => [
    index('agent_streams_open')
      .on(t.isOpen)
      .where(sql`${t.isOpen} = 1`),
    index('agent_streams_kept')
      .on(t.closedAt)
      .where(sql`${t.isDropped} = 0`),
  ],
);

export const agentStreamRows = sqliteTable(
  'agent_stream_rows',
  {
    runId: text('run_id')
      .notNull()
      .references(() => agentRuns.runId, { onDelete: 'cascade' }),
    first: integer('first').notNull(),
    count: integer('count').notNull(),
    body: text('body').notNull(),
    spaceId,
  },
  (t) => [primaryKey({ columns: [t.runId, t.first] })],
);

export const runById = rowList(agentRuns, agentRuns.runId);

export const agentSessionByKey = rowList(agentSessions, agentSessions.conversationKey);

export const stepById = rowList(agentSteps, agentSteps.stepId);

/** The step of a run that is under way, which is its newest; of a run that has ended, none. */
export const openStepOf = rowList(agentSteps, agentSteps.runId, {
  sql: sql`${agentSteps.status} in ('calling', 'acting')`,
  holds: ({ status }) => status === 'calling' || status === 'acting',
});

export const streamOfRun = rowList(agentStreams, agentStreams.runId);
