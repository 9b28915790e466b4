import * as z from 'zod';

import { GRANT_LEVELS } from '../model/resource-words.ts';
import { instruction } from './actions.ts';
import { one, operation, plain } from './define.ts';
import {
  epochMs,
  fault,
  identifier,
  inConversation,
  jsonObject,
  pageOf,
  paging,
} from './fields.ts';

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
  tool_changed: z.boolean().meta({
    description:
      'The server of the tool describes it in another way than was accepted: it asks whatever the rules say.',
  }),
  may_leak: z.boolean().meta({
    description:
      'It can carry data out of a conversation that has read what is yours and words of strangers: it asks, but where a rule is marked `even_if_tainted`.',
  }),
  second_reply: z.boolean().meta({
    description:
      'The turn that its reply answers was answered before, or the reply left later ones behind: it asks whatever the rules say.',
  }),
  reason: z.string().nullable(),
  instruction: instruction.meta({
    description: 'The action; of what no reply holds, the call that asks, shown as one.',
  }),
  subject: z
    .object({
      kind: z.enum(['instruction', 'resource_call', 'grant', 'person_step', 'worker_question']),
      id: identifier,
      resource_id: identifier.nullable(),
      origin: z.string().nullable(),
      level: z.enum(GRANT_LEVELS).nullable(),
      element: z.string().nullable(),
      words: z.string().nullable(),
    })
    .meta({
      description:
        'What is asked about: an action, a call of a program, a site that a call needs (the popup of the extension alone allows one), something that the person does in a page, or what the program of a worker asks.',
    }),
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

/** The outcome for one approval among many. */
export const manyAnswered = z.object({
  approval_id: identifier,
  error: fault.nullable().meta({ description: 'Null: it is answered so.' }),
});

export const approvalsOperations = {
  answerMany: operation({
    ...plain,
    method: 'POST',
    path: '/v1/approvals/answers',
    tag: 'approvals',
    scope: 'answer',
    summary:
      'Answers several permissions alike. What is of high risk, or stands in the words of others, is allowed one by one.',
    body: z.strictObject({
      ids: z.array(identifier).min(1).max(50),
      decision: z.enum(['approve', 'deny']),
      reason: z.string().max(2_000).nullable().default(null),
    }),
    example: { ids: ['4kTq2mWn8ZxL0c9vBdR7e'], decision: 'deny' },
    response: z.object({ items: z.array(manyAnswered) }),
  }),
  listApprovals: operation({
    ...plain,
    method: 'GET',
    path: '/v1/approvals',
    tag: 'approvals',
    scope: 'watch',
    summary: 'Approvals, open and answered, the newest first.',
    query: paging.extend({ ...inConversation.shape, decision: approvalDecision.optional() }),
    response: pageOf(approval),
    errors: ['not_found'],
  }),
  getApproval: operation({
    ...one,
    method: 'GET',
    path: '/v1/approvals/:id',
    tag: 'approvals',
    scope: 'watch',
    summary: 'One question to a person.',
    response: approval,
  }),
  answerApproval: operation({
    ...one,
    method: 'POST',
    path: '/v1/approvals/:id/decision',
    tag: 'approvals',
    scope: 'answer',
    fullFields: ['params'],
    summary: 'Answers an approval.',
    body: approvalAnswer,
    example: { decision: 'deny', reason: 'Read the notes first.' },
    response: approval,
    errors: [
      'not_found',
      'invalid_transition',
      'approval_expired',
      'invalid_params',
      'not_granted',
    ],
  }),
};
