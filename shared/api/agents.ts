import * as z from 'zod';

import { agentId, modelRef } from './agent-fields.ts';
import { agentRunsOperations } from './agent-runs.ts';
import { bindModel } from './bindings.ts';
import { one, operation, plain } from './define.ts';
import { identifier, jsonObject } from './fields.ts';
import { modelsOperations } from './models.ts';

/** Sets of tools that an agent can be given by name: conductor/src/features/minds/agents/tool-packs.ts says what is in them. */
export const TOOL_PACK_KEYS = [
  'pack:orchestrator-base',
  'pack:worker-research',
  'pack:worker-project',
  'pack:ui-control',
  'pack:chats',
] as const;

const limits = z.strictObject({
  steps: z.int().min(1).max(1_000).meta({ description: 'Calls of the model in one run.' }),
  tool_calls: z.int().min(0).max(10_000),
  workers: z.int().min(0).max(50).meta({ description: 'Other agents that it may ask in one run.' }),
  tokens: z.int().min(1_000).max(100_000_000).meta({ description: 'In and out together.' }),
  work_ms: z
    .int()
    .min(1_000)
    .max(7 * 86_400_000)
    .meta({
      description: 'Of work; waiting for people, and for chats that are held up, does not count.',
    }),
});

/** An agent as a person writes it. */
export const agentWish = z.strictObject({
  kind: z
    .enum(['orchestrator', 'worker'])
    .default('worker')
    .meta({ description: 'A person talks to an orchestrator; it may ask workers.' }),
  description: z.string().trim().min(1).max(2_000),
  models: z
    .array(modelRef)
    .max(20)
    .default([])
    .meta({ description: 'The first that can serve does; empty: those of agents.models.' }),
  tool_pack_keys: z.array(z.enum(TOOL_PACK_KEYS)).default([]),
  tools: z
    .array(
      z
        .string()
        .max(300)
        .regex(/^[\w.*-]+::[\w.*-]+$/, 'is written as target::tool; * fits any characters'),
    )
    .max(200)
    .default([])
    .meta({ description: 'Patterns of `target::tool`. Without any, and without packs: all.' }),
  instructions: z.string().trim().min(1).max(100_000),
  output_schema: jsonObject
    .nullable()
    .default(null)
    .meta({ description: 'JSON Schema of what it answers other agents; null: a summary.' }),
  limits: limits.partial().default({}),
  compression: z
    .strictObject({
      keep: z.int().min(0).max(100),
      min_chars: z.int().min(1_000).max(1_000_000),
    })
    .nullable()
    .default(null)
    .meta({ description: 'How many of the newest long results stay whole; null: by its kind.' }),
});

export const agent = z.object({
  agent_id: agentId,
  ...agentWish.shape,
  limits,
  source: z.enum(['built_in', 'file', 'db']),
  revision: z.string().meta({ description: 'Another one: it was changed.' }),
});

const agentDefinitionsOperations = {
  listAgents: operation({
    ...plain,
    method: 'GET',
    path: '/v1/agents',
    tag: 'agents',
    scope: 'watch',
    summary: 'Agents that can be talked to.',
    command: 'agents list',
    tool: 'agent_list',
    response: z.object({
      items: z.array(agent),
      folder: z.string().meta({ description: 'Where files with agents are read from.' }),
      faults: z
        .array(z.object({ file: z.string(), fault: z.string() }))
        .meta({ description: 'Files of which no agent can be made.' }),
    }),
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
  putAgent: operation({
    ...one,
    method: 'PUT',
    path: '/v1/agents/:id',
    tag: 'agents',
    scope: 'full',
    summary: 'Makes or replaces an agent; it stands before a file or a built-in one of its id.',
    body: agentWish,
    example: {
      kind: 'orchestrator',
      description: 'Keeps my notes in order.',
      tools: ['mcp.files::*'],
      instructions: 'You keep the notes of the person in order.',
    },
    response: agent,
    errors: ['not_found', 'model_unavailable'],
  }),
  removeAgent: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/agents/:id',
    tag: 'agents',
    scope: 'full',
    summary: 'Removes an agent that was put; a file or a built-in one of its id shows again.',
    command: 'agents remove',
    response: z.object({ deleted: z.literal(true) }),
    errors: ['not_found', 'invalid_transition'],
  }),
  getAgentPrompt: operation({
    ...one,
    method: 'GET',
    path: '/v1/agents/:id/prompt',
    tag: 'agents',
    scope: 'watch',
    summary: 'What a model would be told of an agent, without asking one.',
    command: 'agents prompt',
    query: z.object({
      session: identifier.optional().meta({ description: 'As in this conversation with it.' }),
    }),
    response: z.object({
      text: z.string(),
      tokens: z.int().meta({ description: 'An estimate.' }),
      sections: z.array(z.object({ name: z.string(), text: z.string(), stable: z.boolean() })),
    }),
    errors: ['not_found'],
  }),
};

export const agentsOperations = {
  ...agentDefinitionsOperations,
  ...agentRunsOperations,
  bindModel,
  ...modelsOperations,
};
