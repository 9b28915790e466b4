import * as z from 'zod';

import { one, operation, plain } from './define.ts';
import { epochMs, errorCode, fault, identifier, inConversation, pageOf, paging } from './fields.ts';

export const modelRef = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}:.{1,200}$/, 'is written as endpoint:model')
  .meta({ description: 'A model, as `endpoint:model`.' });

export const agentId = z.string().regex(/^[a-z][a-z0-9-]{0,62}$/, 'is of a-z, 0-9 and "-"');

/** The id of a session as a client may choose it. */
export const chatId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$/, 'is 8 to 64 of a-z, A-Z, 0-9, "_" and "-"');

export const agent = z.object({
  agent_id: agentId,
  kind: z.enum(['orchestrator', 'worker']),
  description: z.string(),
  models: z.array(z.string()),
  tools: z.array(z.string()).meta({ description: 'Patterns of `target::tool`: what it knows of.' }),
  instructions: z.string(),
  limits: z.object({ steps: z.int(), tool_calls: z.int(), tokens: z.int() }),
});

const tokens = z.object({ input: z.int(), output: z.int() });

export const agentSession = z.object({
  session_id: identifier.meta({ description: 'Also the id of its conversation.' }),
  agent_id: agentId,
  model: z.string(),
  title: z.string(),
  mode: z.enum(['auto', 'manual', 'paused']),
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
  due_at: epochMs.nullable().meta({ description: 'When a parked run asks its model again.' }),
  created_at: epochMs,
  finished_at: epochMs.nullable(),
});

export const agentRun = agentRunSummary.extend({
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

const modelEndpoint = z.object({
  name: z.string(),
  kind: z.enum(['openai-compatible', 'anthropic']),
  base_url: z.string(),
  key_from: z.string().nullable().meta({ description: 'Where its key comes from; never the key.' }),
  models: z.array(z.string()),
  fault: z.string().nullable(),
});

export const agentsOperations = {
  listAgents: operation({
    ...plain,
    method: 'GET',
    path: '/v1/agents',
    tag: 'agents',
    scope: 'watch',
    summary: 'Agents that can be talked to.',
    command: 'agents list',
    response: z.object({ items: z.array(agent) }),
  }),
  getAgent: operation({
    ...one,
    method: 'GET',
    path: '/v1/agents/:id',
    tag: 'agents',
    scope: 'watch',
    summary: 'One agent.',
    command: 'agents show',
    response: agent,
  }),
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
    summary: 'One run of an agent, with its steps.',
    command: 'agents show-run',
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
    body: z.strictObject({ reason: z.string().trim().min(1).max(500).nullable().default(null) }),
    example: { reason: 'The question was wrong.' },
    response: agentRun,
    errors: ['not_found', 'invalid_transition'],
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
  listModels: operation({
    ...plain,
    method: 'GET',
    path: '/v1/models',
    tag: 'agents',
    scope: 'watch',
    summary: 'Language models that a person has configured.',
    command: 'models list',
    response: z.object({ items: z.array(modelEndpoint), config_file: z.string() }),
  }),
  probeModel: operation({
    ...plain,
    method: 'POST',
    path: '/v1/models/probe',
    tag: 'agents',
    scope: 'full',
    summary: 'Asks a model for one word: does it answer, and how fast?',
    command: 'models probe',
    body: z.strictObject({ model: modelRef }),
    example: { model: 'local:qwen3' },
    response: z.object({ model: z.string(), took_ms: z.int(), text: z.string() }),
    errors: ['model_unavailable', 'model_auth', 'model_refused', 'model_overloaded'],
  }),
};
