import * as z from 'zod';

import { client } from './browsers.ts';
import { operation, plain } from './define.ts';
import { epochMs, inConversation, jobStatus, jsonObject, pageOf, paging } from './fields.ts';

export const status = z.object({
  version: z.string(),
  started_at: epochMs,
  database: z.object({ bytes: z.int(), schema: z.int(), read_only: z.boolean() }),
  conversations: z.object({ auto: z.int(), manual: z.int(), paused: z.int(), draining: z.int() }),
  jobs: z.partialRecord(jobStatus, z.int()),
  open_approvals: z.int(),
  clients: z.array(client),
  parked: z.array(
    z.object({ account_key: z.string(), until: epochMs, reason: z.string().nullable() }),
  ),
});

export const event = z.object({
  event_id: z.int(),
  type: z.string(),
  subject_id: z.string(),
  local_conversation_id: z.string().nullable(),
  actor: z.string(),
  at: epochMs,
  detail: jsonObject,
});

export const serviceOperations = {
  getStatus: operation({
    ...plain,
    method: 'GET',
    path: '/v1/status',
    tag: 'service',
    scope: 'watch',
    summary: 'How the whole stands.',
    answer: status,
  }),
  listEvents: operation({
    ...plain,
    method: 'GET',
    path: '/v1/events/log',
    tag: 'service',
    scope: 'watch',
    summary: 'The audit trail, the newest first. Live: GET /v1/events.',
    query: paging.extend({
      ...inConversation.shape,
      type: z.string().max(100).optional().meta({
        description: 'Types, comma-separated; `delivery_job.*` fits all that begin so.',
      }),
    }),
    answer: pageOf(event),
    errors: ['not_found'],
  }),
};
