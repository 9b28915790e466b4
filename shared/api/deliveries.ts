import * as z from 'zod';

import { conversationDetail, message } from './conversations.ts';
import { one, operation, plain } from './define.ts';
import { epochMs, fault, identifier, inConversation, jobStatus, pageOf, paging } from './fields.ts';

const text = z.string().min(1).max(1_000_000);

const refusedByMode = [
  'conversation_paused',
  'conversation_draining',
  'conversation_manual',
] as const;

/**
 * - `settled`: until no action is open and no delivery under way in the conversation: what the message set going is over;
 * - `final`: until the reply to it is final;
 * - `acked`: until it is seen in the conversation.
 */
const until = z.enum(['acked', 'final', 'settled']);

const timeoutMs = z.coerce.number().int().min(1).max(3_600_000).default(600_000);

export const waiting = z.object({
  wait: z.enum(['none', ...until.options]).default('none'),
  timeout_ms: timeoutMs,
});

export const waitingFor = z.object({ until: until.default('settled'), timeout_ms: timeoutMs });

export const job = z.object({
  job_id: identifier,
  local_conversation_id: identifier,
  status: jobStatus,
  delivery_kind: z.enum(['proxy_delivery', 'renewal']),
  origin: z.enum(['reply', 'person', 'conversation', 'renewal', 'schedule', 'agent', 'run']),
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

/** The outcome of a message. */
export const sent = z.object({
  job,
  /** Once it is final, the reply to the message; once all is settled, the last reply in the conversation. */
  reply: message.nullable(),
  timed_out: z.boolean(),
  /** Open work in the conversation: actions that run, actions that wait for a person, deliveries under way. */
  open: z.object({
    actions: z.number().int(),
    approvals: z.number().int(),
    deliveries: z.number().int(),
  }),
});

/** As `account_key` of a conversation, or of what GET /v1/status names as parked. */
export const byAccount = z.object({ id: z.string().min(1).max(600) });

export const unparked = z.object({
  account_key: z.string(),
  was_parked_until: epochMs.nullable().meta({ description: 'Null: it was not parked.' }),
  deliveries: z.int().meta({ description: 'Deliveries that waited for the limit to end.' }),
});

export const deliveriesOperations = {
  startConversation: operation({
    ...plain,
    method: 'POST',
    path: '/v1/conversations',
    tag: 'conversations',
    scope: 'full',
    summary: 'Starts a new conversation on a site with a first message.',
    query: waiting,
    body: z.strictObject({
      platform: z.string().min(1).max(280),
      text,
      mode: z.enum(['auto', 'manual']).default('manual'),
      title: z.string().trim().min(1).max(500).nullable().default(null),
    }),
    example: { platform: 'chatgpt', text: 'Which teas are there?', mode: 'auto' },
    response: z.object({ conversation: conversationDetail, ...sent.shape }),
    status: 201,
    errors: ['missing_route'],
  }),
  sendMessage: operation({
    ...one,
    method: 'POST',
    path: '/v1/conversations/:id/messages',
    tag: 'messages',
    scope: 'answer',
    summary: 'Sends a message into a conversation, and may wait for the reply.',
    query: waiting,
    body: z.strictObject({ text }),
    example: { text: 'Which teas are there?' },
    response: sent,
    status: 201,
    errors: ['not_found', ...refusedByMode],
  }),
  unparkAccount: operation({
    ...one,
    method: 'POST',
    path: '/v1/accounts/:id/unpark',
    tag: 'service',
    scope: 'full',
    summary: 'Ends the wait for a limit of a site; the deliveries that waited are sent now.',
    params: byAccount,
    response: unparked,
  }),
  listJobs: operation({
    ...plain,
    method: 'GET',
    path: '/v1/jobs',
    tag: 'jobs',
    scope: 'watch',
    summary: 'Deliveries, the newest first.',
    query: paging.extend({
      ...inConversation.shape,
      status: jobStatus.optional(),
      id: identifier.optional().meta({ description: 'Only those whose id begins so.' }),
    }),
    response: pageOf(job),
    errors: ['not_found'],
  }),
  getJob: operation({
    ...one,
    method: 'GET',
    path: '/v1/jobs/:id',
    tag: 'jobs',
    scope: 'watch',
    summary: 'One delivery.',
    response: job,
  }),
  waitForJob: operation({
    ...one,
    method: 'GET',
    path: '/v1/jobs/:id/reply',
    tag: 'jobs',
    scope: 'watch',
    summary: 'Waits for the outcome of a delivery; a wait that times out changes nothing.',
    query: waitingFor,
    response: sent,
  }),
  retryJob: operation({
    ...one,
    method: 'POST',
    path: '/v1/jobs/:id/retry',
    tag: 'jobs',
    scope: 'answer',
    summary:
      'Retries a failed delivery; where nobody could tell whether it was sent, Baton looks for it first.',
    response: job,
    errors: ['not_found', 'invalid_transition'],
  }),
  resendJob: operation({
    ...one,
    method: 'POST',
    path: '/v1/jobs/:id/resend',
    tag: 'jobs',
    scope: 'answer',
    summary: 'Sends an uncertain delivery that a person looked for and did not find.',
    command: 'resend',
    response: job,
    errors: ['not_found', 'invalid_transition'],
  }),
  confirmJob: operation({
    ...one,
    method: 'POST',
    path: '/v1/jobs/:id/found',
    tag: 'jobs',
    scope: 'answer',
    summary: 'Confirms that the message of an uncertain delivery is in the conversation.',
    command: 'found',
    response: job,
    errors: ['not_found', 'invalid_transition'],
  }),
  cancelJob: operation({
    ...one,
    method: 'POST',
    path: '/v1/jobs/:id/cancel',
    tag: 'jobs',
    scope: 'answer',
    summary:
      'Cancels a delivery, or the wait for its reply where its message is in the conversation.',
    response: job,
    errors: ['not_found', 'invalid_transition'],
  }),
};
