import * as z from 'zod';

import { agentId, modelRef, runMode } from './agent-fields.ts';
import { one, operation, plain } from './define.ts';
import { epochMs, fault, identifier } from './fields.ts';

const MINUTE_MS = 60_000;

const YEAR_MS = 366 * 86_400_000;

const missed = z.enum(['skip', 'once']);

const overlap = z.enum(['skip', 'queue']);

export const scheduleWish = z.strictObject({
  agent: agentId
    .nullable()
    .default(null)
    .meta({ description: 'Each turn begins a conversation with it.' }),
  session: identifier
    .nullable()
    .default(null)
    .meta({ description: 'Or the conversation with an agent that all turns go into.' }),
  model: modelRef.nullable().default(null).meta({ description: 'For the agent.' }),
  run_mode: runMode.nullable().default(null).meta({ description: 'Likewise.' }),
  prompt: z.string().trim().min(1).max(20_000).meta({ description: 'What the agent is told.' }),
  cron: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .meta({ description: 'Minute, hour, day, month, weekday, as `0 8 * * 1-5`.' }),
  every_ms: z
    .int()
    .min(MINUTE_MS)
    .max(YEAR_MS)
    .nullable()
    .default(null)
    .meta({ description: 'Or so often, from now on.' }),
  at: z.iso
    .datetime({ offset: true, local: true })
    .nullable()
    .default(null)
    .meta({ description: 'Or once, as `2026-12-24T18:00:00`, in the time zone.' }),
  time_zone: z
    .string()
    .min(1)
    .max(64)
    .nullable()
    .default(null)
    .meta({ description: 'An IANA zone, as Europe/Berlin; null: that of the conductor.' }),
  missed: missed.default('skip').meta({
    description: 'Of turns that came while the conductor was not there: none, or one for all.',
  }),
  overlap: overlap.default('skip').meta({
    description: 'Of a turn that comes while the last one is worked on: none, or one waits.',
  }),
});

export const schedule = z.object({
  schedule_id: identifier,
  agent: agentId.nullable(),
  session: identifier.nullable(),
  model: z.string().nullable(),
  run_mode: runMode.nullable(),
  prompt: z.string(),
  cron: z.string().nullable(),
  every_ms: z.int().nullable(),
  at: epochMs.nullable(),
  time_zone: z.string(),
  missed,
  overlap,
  status: z.enum(['active', 'paused', 'ended']).meta({ description: 'Ended: no turn is to come.' }),
  next_at: epochMs.nullable(),
  last: z
    .object({
      at: epochMs.meta({ description: 'When the turn was due.' }),
      outcome: z.enum(['sent', 'missed', 'overlapped', 'refused']),
      error: fault.nullable(),
    })
    .nullable()
    .meta({ description: 'What became of the last turn that was due.' }),
  last_run_id: identifier.nullable(),
  turns: z.int().meta({ description: 'Turns that were sent.' }),
  created_at: epochMs,
  updated_at: epochMs,
});

const errors = ['not_found', 'invalid_transition'] as const;

export const schedulesOperations = {
  listSchedules: operation({
    ...plain,
    method: 'GET',
    path: '/v1/schedules',
    tag: 'agents',
    scope: 'watch',
    summary: 'Turns of agents that come by the clock, the newest schedule first.',
    command: 'schedule list',
    response: z.object({ items: z.array(schedule) }),
  }),
  addSchedule: operation({
    ...plain,
    method: 'POST',
    path: '/v1/schedules',
    tag: 'agents',
    scope: 'full',
    summary: 'Has an agent work by the clock.',
    command: 'schedule add',
    body: scheduleWish,
    example: {
      agent: 'assistant',
      prompt: 'What is new in the inbox?',
      cron: '0 8 * * 1-5',
      time_zone: 'Europe/Berlin',
    },
    response: schedule,
    status: 201,
    errors: ['not_found', 'agent_unknown', 'quota_exceeded'],
  }),
  getSchedule: operation({
    ...one,
    method: 'GET',
    path: '/v1/schedules/:id',
    tag: 'agents',
    scope: 'watch',
    summary: 'One schedule.',
    command: 'schedule show',
    response: schedule,
  }),
  pauseSchedule: operation({
    ...one,
    method: 'POST',
    path: '/v1/schedules/:id/pause',
    tag: 'agents',
    scope: 'answer',
    summary: 'No turn comes until it is resumed.',
    command: 'schedule pause',
    response: schedule,
    errors,
  }),
  resumeSchedule: operation({
    ...one,
    method: 'POST',
    path: '/v1/schedules/:id/resume',
    tag: 'agents',
    scope: 'full',
    summary: 'Turns come again; those of the pause do not.',
    command: 'schedule resume',
    response: schedule,
    errors,
  }),
  runSchedule: operation({
    ...one,
    method: 'POST',
    path: '/v1/schedules/:id/run-now',
    tag: 'agents',
    scope: 'full',
    summary: 'Sends a turn now, beside those that are due.',
    command: 'schedule run-now',
    response: schedule,
    errors: [
      'not_found',
      'agent_unknown',
      'model_unavailable',
      'conversation_paused',
      'conversation_draining',
    ],
  }),
  removeSchedule: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/schedules/:id',
    tag: 'agents',
    scope: 'full',
    summary: 'Removes a schedule; what its turns began stays.',
    command: 'schedule remove',
    response: z.object({ deleted: z.literal(true) }),
  }),
};
