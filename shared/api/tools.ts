import * as z from 'zod';

import { one, operation, plain } from './define.ts';
import { inConversation, jsonObject, risk } from './fields.ts';
import { toolChange } from './tool-pins.ts';

export const tool = z.object({
  id: z.string(),
  target: z.string(),
  name: z.string(),
  help: z.string(),
  risk,
  read_only: z.boolean(),
  idempotent: z.boolean(),
  cost: z.string().nullable(),
  time_limit_ms: z.int(),
  params_schema: jsonObject,
  /** The policy's decision for the conversation asked about; params may still change that. */
  decision: z.enum(['run', 'ask', 'deny']),
  change: toolChange.nullable().meta({
    description: 'What its server has changed of it since that was accepted: it asks then.',
  }),
});

export const toolServer = z.object({
  server: z.string(),
  state: z.enum(['idle', 'starting', 'ready', 'backoff', 'faulty', 'disabled']),
  tools: z.int().nullable(),
  error: z.string().nullable(),
  restarts: z.int(),
});

export const toolServerDetail = toolServer.extend({
  pid: z.int().nullable().meta({ description: 'Of its program, where one runs here.' }),
  last_words: z.array(z.string()).meta({
    description: 'Its last 50 lines on standard error, kept in memory alone.',
  }),
});

const byServer = z.object({ id: z.string().min(1).max(300) });

export const toolsOperations = {
  getBriefing: operation({
    ...plain,
    method: 'GET',
    path: '/v1/briefing',
    tag: 'tools',
    scope: 'watch',
    summary: 'The text that tells an assistant how to act, with the tools that it may use.',
    query: inConversation,
    response: z.object({ text: z.string() }),
    errors: ['not_found'],
  }),
  listTools: operation({
    ...plain,
    method: 'GET',
    path: '/v1/tools',
    tag: 'tools',
    scope: 'watch',
    summary: 'Tools that actions may call, and the state of their servers.',
    query: inConversation.extend({
      target: z.string().max(128).optional(),
    }),
    response: z.object({
      items: z.array(tool),
      servers: z.array(toolServer),
      config_file: z.string().meta({ description: 'Where servers are named.' }),
    }),
    errors: ['not_found'],
  }),
  getToolServer: operation({
    ...one,
    method: 'GET',
    path: '/v1/tools/servers/:id',
    tag: 'tools',
    scope: 'full',
    summary: 'One tool server, with its process and its last error output.',
    command: 'tool-server show',
    params: byServer,
    response: toolServerDetail,
  }),
  restartToolServer: operation({
    ...one,
    method: 'POST',
    path: '/v1/tools/servers/:id/restart',
    tag: 'tools',
    scope: 'full',
    summary: 'Restarts a tool server; the calls that it was running fail.',
    command: 'tool-server restart',
    params: byServer,
    response: toolServerDetail,
  }),
};
