import * as z from 'zod';

import { COMPLETENESS } from '../model/completeness.ts';
import { agentId, chatId, modelRef, runMode } from './agent-fields.ts';
import { one, operation, plain } from './define.ts';
import { epochMs, errorCode, fault, identifier, inConversation, pageOf, paging } from './fields.ts';

const tokens = z.object({ input: z.int(), output: z.int() });

export const agentSession = z.object({
  session_id: identifier.meta({ description: 'Also the id of its conversation.' }),
  agent_id: agentId,
  model: z.string(),
  title: z.string(),
  mode: z.enum(['auto', 'manual', 'paused']),
  run_mode: runMode,
  tokens,
  created_at: epochMs,
  updated_at: epochMs,
});

const agentRunStatus = z.enum([
  'running',
  'waiting_person',
  'waiting_model',
  'stopping',
  'succeeded',
  'failed',
  'stopped',
]);

const agentRunSummary = z.object({
  run_id: identifier.meta({ description: 'Also the id of the job that brought the turn.' }),
  session_id: identifier,
  agent_id: agentId,
  status: agentRunStatus,
  stop_reason: z.string().nullable(),
  error: fault.nullable(),
  steps_used: z.int(),
  calls_used: z.int(),
  tokens,
  work_ms: z.int().meta({ description: 'How long it has worked, counted every ten seconds.' }),
  due_at: epochMs.nullable().meta({ description: 'When a parked run asks its model again.' }),
  created_at: epochMs,
  finished_at: epochMs.nullable(),
});

export const agentRun = agentRunSummary.extend({
  status: z.enum(['queued', ...agentRunStatus.options]).meta({
    description: 'queued: its turn is taken, and waits for the run before it or for a place.',
  }),
  reply: z.string().nullable().meta({ description: 'Its answer; null: it has none yet.' }),
  complete: z
    .enum(COMPLETENESS)
    .nullable()
    .meta({ description: 'How whole its answer is; null: it has none yet.' }),
  approvals: z
    .array(identifier)
    .meta({ description: 'What a person has to decide before it goes on.' }),
  steps: z.array(
    z.object({
      step_id: identifier,
      status: z.enum(['calling', 'acting', 'closed', 'failed', 'stopped']),
      model: z.string(),
      attempt: z.int(),
      text: z.string(),
      calls: z.array(
        z.object({
          instruction_id: identifier,
          name: z.string(),
          status: z.string(),
          error: errorCode.nullable(),
        }),
      ),
      tokens,
      started_at: epochMs,
      finished_at: epochMs.nullable(),
    }),
  ),
});

export const agentRunsOperations = {
  openAgentSession: operation({
    ...plain,
    method: 'POST',
    path: '/v1/agent-sessions',
    tag: 'agents',
    scope: 'full',
    summary: 'Begins a conversation with an agent.',
    command: 'agents open',
    body: z.strictObject({
      id: chatId
        .optional()
        .meta({ description: 'Of the session to be; the same again is the same session.' }),
      agent: agentId,
      model: modelRef.nullable().default(null),
      run_mode: runMode.default('normal'),
      title: z.string().trim().min(1).max(500).nullable().default(null),
    }),
    example: { agent: 'assistant', model: 'local:qwen3' },
    response: agentSession,
    status: 201,
    errors: ['agent_unknown', 'model_unavailable'],
  }),
  listAgentSessions: operation({
    ...plain,
    method: 'GET',
    path: '/v1/agent-sessions',
    tag: 'agents',
    scope: 'watch',
    summary: 'Conversations with agents, the newest first.',
    command: 'agents sessions',
    query: paging.extend({ agent: agentId.optional() }),
    response: pageOf(agentSession),
  }),
  getAgentSession: operation({
    ...one,
    method: 'GET',
    path: '/v1/agent-sessions/:id',
    tag: 'agents',
    scope: 'watch',
    summary: 'One conversation with an agent.',
    response: agentSession,
  }),
  listAgentMessages: operation({
    ...one,
    method: 'GET',
    path: '/v1/agent-sessions/:id/messages',
    tag: 'agents',
    scope: 'watch',
    summary:
      'What was said in a conversation with an agent, on the branch that the next turn follows, as UI messages of the AI SDK.',
    response: z.object({
      items: z.array(
        z.object({
          id: identifier,
          role: z.enum(['user', 'assistant']),
          metadata: z.object({
            runId: identifier,
            createdAt: epochMs,
            siblings: z.array(identifier).meta({
              description:
                'Messages that stand in its place, itself among them, the oldest first: other answers, or other words.',
            }),
          }),
          parts: z.array(z.looseObject({ type: z.string() })),
        }),
      ),
    }),
  }),
  setAgentHead: operation({
    ...one,
    method: 'PUT',
    path: '/v1/agent-sessions/:id/head',
    tag: 'agents',
    scope: 'answer',
    summary:
      'Chooses the branch of a conversation with an agent that the message is on: the next turn follows the newest message below it.',
    body: z.strictObject({ message_id: identifier }),
    example: { message_id: 'msg_4kTq2mWn8ZxL0c9vBdR7e' },
    response: z.object({ head_message_id: identifier }),
  }),
  listAgentRuns: operation({
    ...plain,
    method: 'GET',
    path: '/v1/agent-runs',
    tag: 'agents',
    scope: 'watch',
    summary: 'Runs of agents, the newest first.',
    command: 'agents runs',
    query: paging.extend({ ...inConversation.shape, status: agentRunStatus.optional() }),
    response: pageOf(agentRunSummary),
    errors: ['not_found'],
  }),
  getAgentRun: operation({
    ...one,
    method: 'GET',
    path: '/v1/agent-runs/:id',
    tag: 'agents',
    scope: 'watch',
    summary: 'One run of an agent, with its steps; waits until it rests, if that is wanted.',
    query: z.object({
      wait: z.coerce.number().int().min(0).max(600_000).default(0).meta({
        description: 'Milliseconds; it rests once it has ended or waits for a person.',
      }),
    }),
    command: 'agents show-run',
    tool: 'agent_status',
    response: agentRun,
  }),
  stopAgentRun: operation({
    ...one,
    method: 'POST',
    path: '/v1/agent-runs/:id/stop',
    tag: 'agents',
    scope: 'answer',
    summary: 'Stops a run: its model is not asked again, and what it runs is cancelled.',
    command: 'agents stop',
    tool: 'agent_stop',
    body: z.strictObject({ reason: z.string().trim().min(1).max(500).nullable().default(null) }),
    example: { reason: 'The question was wrong.' },
    response: agentRun,
    errors: ['not_found', 'invalid_transition'],
  }),
  steerAgentRun: operation({
    ...one,
    method: 'POST',
    path: '/v1/agent-runs/:id/steer',
    tag: 'agents',
    scope: 'answer',
    summary: 'Says something to a run that works: its model is told of it with the next step.',
    command: 'agents steer',
    tool: 'agent_steer',
    body: z.strictObject({ text: z.string().trim().min(1).max(100_000) }),
    example: { text: 'Only green teas.' },
    response: agentRun,
    errors: ['not_found', 'invalid_transition', 'quota_exceeded'],
  }),
  stopChat: operation({
    ...one,
    method: 'POST',
    path: '/v1/chat/:id/stop',
    tag: 'agents',
    scope: 'answer',
    summary:
      'Stops what a session has under way; where a run or message is named that is not under way, nothing.',
    body: z.strictObject({
      run_id: identifier.optional(),
      message_id: identifier.optional(),
      reason: z.string().trim().min(1).max(500).nullable().default(null),
    }),
    example: { reason: 'The question was wrong.' },
    response: z.object({ stopped: z.boolean(), run: agentRun.nullable() }),
  }),
  resumeAgentRun: operation({
    ...one,
    method: 'POST',
    path: '/v1/agent-runs/:id/resume',
    tag: 'agents',
    scope: 'full',
    summary: 'A failed or stopped run goes on from its last step.',
    command: 'agents resume',
    response: agentRun,
    errors: ['not_found', 'invalid_transition'],
  }),
};
