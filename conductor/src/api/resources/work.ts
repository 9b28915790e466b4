import * as z from 'zod';

import {
  epochMs,
  fault,
  jsonObject,
  identifier,
  instructionStatus,
  jobStatus,
  risk,
} from './fields.ts';

export const job = z.object({
  job_id: identifier,
  local_conversation_id: identifier,
  status: jobStatus,
  delivery_kind: z.enum(['proxy_delivery', 'renewal']),
  origin: z.enum(['reply', 'person', 'conversation', 'renewal']),
  message_text: z.string(),
  artifact_id: z
    .string()
    .nullable()
    .meta({ description: 'The whole text, where it was too long for a message.' }),
  assistant_message_id: z.string().nullable(),
  user_message_id: z.string().nullable(),
  attempt_count: z.int(),
  max_attempts: z.int(),
  error: fault.nullable(),
  due_at: epochMs.nullable(),
  created_at: epochMs,
  updated_at: epochMs,
  started_at: epochMs.nullable(),
  finished_at: epochMs.nullable(),
});

export const instruction = z.object({
  instruction_id: identifier,
  local_conversation_id: identifier,
  assistant_message_id: z.string(),
  position: z.int(),
  action: z
    .string()
    .nullable()
    .meta({ description: '`target::tool`; null: it could not be read.' }),
  params: jsonObject,
  risk,
  status: instructionStatus,
  result: z.object({ text: z.string(), format: z.enum(['text', 'json']) }).nullable(),
  error: fault.nullable(),
  created_at: epochMs,
  started_at: epochMs.nullable(),
  finished_at: epochMs.nullable(),
});

export const approvalDecision = z.enum([
  'open',
  'approved',
  'denied',
  'expired',
  'run_again',
  'skipped',
  'told',
  'cancelled',
]);

export const approval = z.object({
  approval_id: identifier,
  local_conversation_id: identifier,
  conversation_title: z.string().nullable(),
  kind: z.enum(['permission', 'outcome_unknown']),
  decision: approvalDecision,
  quoted: z.boolean().meta({
    description:
      'The action stands word for word in something delivered to the conversation, or said there: it asks whatever the rules say.',
  }),
  reason: z.string().nullable(),
  instruction,
  expires_at: epochMs.nullable(),
  decided_by: z.string().nullable(),
  created_at: epochMs,
  decided_at: epochMs.nullable(),
});

/** `approve` and `deny` answer a permission; `run_again`, `skip` and `tell` an unknown outcome. */
export const approvalAnswer = z.strictObject({
  decision: z.enum(['approve', 'deny', 'run_again', 'skip', 'tell']),
  reason: z.string().max(2_000).nullable().default(null),
  params: jsonObject

    .optional()
    .meta({ description: 'With `approve`: run it with these params instead.' }),
});

export const policyRuleWish = z.strictObject({
  conversation: identifier.nullable().default(null),
  tool: z
    .string()
    .min(1)
    .max(300)
    .meta({ description: '`target::tool`; `*` fits any characters.' }),
  params: z.record(z.string().min(1).max(300), z.string().max(2_000)).nullable().default(null),
  decision: z.enum(['run', 'ask', 'deny']),
  reason: z.string().max(500).nullable().default(null),
});

export const policyRule = z.object({
  rule_id: identifier,
  ...policyRuleWish.shape,
  created_at: epochMs,
});

export const artifact = z.object({
  artifact_id: identifier,
  local_conversation_id: identifier,
  instruction_id: z.string().nullable(),
  name: z.string(),
  media_type: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
  created_at: epochMs,
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
  /** What the policy says of it in the conversation asked about; params may still change that. */
  decision: z.enum(['run', 'ask', 'deny']),
});

export const toolServer = z.object({
  server: z.string(),
  state: z.enum(['idle', 'starting', 'ready', 'backoff', 'faulty', 'disabled']),
  tools: z.int().nullable(),
  error: z.string().nullable(),
  restarts: z.int(),
});
