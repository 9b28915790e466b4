import * as z from 'zod';

import { client } from './browsers.ts';
import { operation, plain } from './define.ts';
import {
  aroundNumber,
  epochMs,
  identifier,
  inConversation,
  jobStatus,
  jsonObject,
  pageOf,
  paging,
} from './fields.ts';

export const status = z.object({
  version: z.string(),
  started_at: epochMs,
  database: z.object({ bytes: z.int(), schema: z.int(), read_only: z.boolean() }),
  conversations: z.object({ auto: z.int(), manual: z.int(), paused: z.int(), draining: z.int() }),
  all_paused: z.int().meta({ description: 'Conversations that a pause of all stopped.' }),
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

const trailFilter = z.object({
  type: z.string().max(1_000).optional().meta({
    description: 'Types, comma-separated; `delivery_job.*` fits all that begin so.',
  }),
  subject: identifier.optional().meta({ description: 'What the events are about.' }),
  run: identifier.optional().meta({
    description:
      'A run: about it, its workers, its tasks, their evidence, and what was said to them.',
  }),
  from: z.coerce.number().int().min(0).optional().meta({ description: 'Not before that time.' }),
  to: z.coerce.number().int().min(0).optional().meta({ description: 'Before that time.' }),
});

export const serviceOperations = {
  getStatus: operation({
    ...plain,
    method: 'GET',
    path: '/v1/status',
    tag: 'service',
    scope: 'watch',
    summary: 'The state of the conductor, its conversations and deliveries.',
    response: status,
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
      ...aroundNumber.shape,
      ...trailFilter.shape,
      q: z.string().trim().min(1).max(200).optional().meta({
        description: 'Words that stand in an event, among the newest 50,000.',
      }),
    }),
    response: pageOf(event),
    errors: ['not_found'],
  }),
  countEvents: operation({
    ...plain,
    method: 'GET',
    path: '/v1/events/counts',
    tag: 'service',
    scope: 'watch',
    summary: 'How many events of each type there are, among the newest 100,000 that fit.',
    query: z.object({ ...inConversation.shape, ...trailFilter.shape }),
    response: z.object({
      total: z.int(),
      items: z.array(z.object({ type: z.string(), count: z.int() })),
      whole: z.boolean().meta({ description: 'All that fit were counted.' }),
      kept_since: epochMs.nullable().meta({ description: 'When the oldest event was noted.' }),
    }),
    errors: ['not_found'],
  }),
};
