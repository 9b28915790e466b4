import * as z from 'zod';

import { operation, plain } from './define.ts';
import { durationMs, epochMs, errorCode, identifier, jobStatus, risk } from './fields.ts';

/** Which conversation it is about. */
const place = {
  local_conversation_id: identifier,
  conversation_title: z.string().nullable(),
  platform: z.string(),
  page_url: z.string().nullable().meta({ description: 'Where a page of it was seen last.' }),
};

const failedDelivery = z.object({
  kind: z.literal('delivery'),
  ...place,
  job_id: identifier,
  code: errorCode.nullable(),
  text: z.string().nullable(),
  since: epochMs,
});

export const overviewNeed = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('approval'),
    ...place,
    approval_id: identifier,
    asks: z.enum(['permission', 'outcome_unknown']),
    action: z.string(),
    risk,
    quoted: z.boolean(),
    tool_changed: z.boolean(),
    may_leak: z.boolean(),
    second_reply: z.boolean(),
    since: epochMs,
    expires_at: epochMs.nullable(),
  }),
  failedDelivery,
]);

export const overviewMoving = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('delivery'),
    ...place,
    job_id: identifier,
    status: jobStatus,
    attempts: z.int(),
    since: epochMs.meta({ description: 'When it came to this status.' }),
    due_at: epochMs.nullable().meta({ description: 'When it goes on by itself.' }),
  }),
  z.object({
    kind: z.literal('action'),
    ...place,
    instruction_id: identifier,
    action: z.string(),
    since: epochMs,
  }),
]);

export const overviewWrong = z.discriminatedUnion('kind', [
  failedDelivery,
  z.object({
    kind: z.literal('conversation'),
    ...place,
    reason: z.string().meta({ description: 'Why Baton paused it; a code where there is one.' }),
    since: epochMs,
  }),
  z.object({
    kind: z.literal('tool_server'),
    server: z.string(),
    state: z.string(),
    error: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('account'),
    account_key: z.string(),
    until: epochMs,
    reason: z.string().nullable(),
  }),
]);

export const overviewOperations = {
  getOverview: operation({
    ...plain,
    method: 'GET',
    path: '/v1/overview',
    tag: 'service',
    scope: 'watch',
    summary: 'What waits for a person, what is in progress, what failed, and the counts of today.',
    command: 'overview',
    response: z.object({
      at: epochMs,
      needs: z.array(overviewNeed).meta({ description: 'The oldest approvals first; at most 20.' }),
      needs_total: z.int().meta({ description: 'With those that are not here.' }),
      moving: z.array(overviewMoving).meta({ description: 'The newest first; at most 15.' }),
      wrong: z.array(overviewWrong).meta({ description: 'At most 15.' }),
      browsers: z.object({ paired: z.int(), connected: z.int() }),
      today: z.object({
        since: epochMs.meta({ description: 'Midnight, where the conductor runs.' }),
        deliveries: z.partialRecord(jobStatus, z.int()).meta({ description: 'Begun, by status.' }),
        uncertain: z.int(),
        actions: z.int(),
        to_acked_ms: durationMs
          .nullable()
          .meta({ description: 'Median from its making to its message being in the chat.' }),
      }),
    }),
  }),
};
