import * as z from 'zod';

import { one, operation, plain } from './define.ts';
import { epochMs, identifier, jsonObject, risk } from './fields.ts';
import { toolChange } from './tool-pins.ts';
import { policyRule, policyRuleWish } from './policy.ts';

const decision = z.enum(['run', 'ask', 'deny']);

const counted = z.object({ run: z.int(), ask: z.int(), deny: z.int() });

export const explanation = z.object({
  instruction_id: identifier,
  action: z.string(),
  risk,
  by_risk: decision.meta({ description: 'What its risk alone decides, where no rule fits.' }),
  quoted: z
    .object({ source: z.enum(['turn', 'message', 'result']), source_id: z.string() })
    .nullable()
    .meta({ description: 'Where it stands word for word in the words of others: it asks then.' }),
  tool_change: toolChange.nullable().meta({
    description: 'What its server has changed of its tool since that was accepted: it asks then.',
  }),
  rules: z
    .array(policyRule)
    .meta({ description: 'Those that fit it now; the first one wins over the others.' }),
  now: z.object({
    decision,
    because: z.enum([
      'rule',
      'risk',
      'quoted',
      'tool_changed',
      'taint',
      'may_leak',
      'second_reply',
      'always',
    ]),
    rule_id: identifier.nullable(),
  }),
  judged: z
    .object({ decision, rule_id: identifier.nullable(), at: epochMs })
    .nullable()
    .meta({ description: 'How it was judged when its turn came; null: it has not come.' }),
});

const rest = jsonObject.meta({ description: 'All that it brings beside that.' });

export const approvalPreview = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text_diff'),
    path: z.string().nullable(),
    parts: z
      .array(
        z.object({
          before: z.string().nullable().meta({ description: 'Null: it is not known.' }),
          after: z.string(),
        }),
      )
      .meta({ description: 'What becomes of which text: of the whole, or of each place.' }),
    before_at: epochMs.nullable().meta({
      description:
        'When the text before was read or written in the same conversation; null: the action itself brings it, or it is not known.',
    }),
    cut: z.boolean(),
    rest,
  }),
  z.object({
    kind: z.literal('command'),
    command: z.string(),
    folder: z.string().nullable(),
    cut: z.boolean(),
    rest,
  }),
  z.object({
    kind: z.literal('message'),
    to: identifier,
    title: z.string().nullable(),
    text: z.string(),
    cut: z.boolean(),
    rest,
  }),
  z.object({ kind: z.literal('params'), params: jsonObject }),
]);

const changedAction = z.object({
  instruction_id: identifier,
  local_conversation_id: identifier,
  conversation_title: z.string().nullable(),
  action: z.string(),
  risk,
  was: decision,
  would: decision,
  denied: z.boolean().meta({ description: 'A person denied it.' }),
  created_at: epochMs,
});

export const reviewsOperations = {
  countRuleFits: operation({
    ...plain,
    method: 'GET',
    path: '/v1/policy/fits',
    tag: 'policy',
    scope: 'watch',
    summary: 'How many of the last 500 actions each rule fits, or may fit.',
    command: 'rule-fits',
    response: z.object({
      looked_at: z.int(),
      items: z.array(z.object({ rule_id: identifier, fits: z.int() })),
    }),
  }),
  countToolRuns: operation({
    ...plain,
    method: 'GET',
    path: '/v1/tools/runs',
    tag: 'tools',
    scope: 'watch',
    summary: 'How often each tool ran in the last 24 hours, and how often it failed.',
    command: 'tool-server runs',
    response: z.object({
      since: epochMs,
      items: z.array(z.object({ tool: z.string(), runs: z.int(), failed: z.int() })),
    }),
  }),
  explainInstruction: operation({
    ...one,
    method: 'GET',
    path: '/v1/instructions/:id/why',
    tag: 'actions',
    scope: 'watch',
    summary: 'Why an action runs, asks or is denied: its risk, the rules that fit, which one wins.',
    command: 'why',
    response: explanation,
  }),
  getApprovalPreview: operation({
    ...one,
    method: 'GET',
    path: '/v1/approvals/:id/preview',
    tag: 'approvals',
    scope: 'watch',
    summary: 'What an action that waits would change, from what is known; nothing is run for it.',
    response: approvalPreview,
  }),
  previewRule: operation({
    ...plain,
    method: 'POST',
    path: '/v1/policy/preview',
    tag: 'policy',
    scope: 'full',
    summary: 'How the last 500 actions would be judged with one rule more or one less.',
    body: z.strictObject({
      rule: policyRuleWish.nullable().default(null).meta({ description: 'One more.' }),
      without: identifier.nullable().default(null).meta({ description: 'One less.' }),
    }),
    example: { rule: { tool: 'mcp.files::read_*', decision: 'run' } },
    response: z.object({
      looked_at: z.int(),
      now: counted,
      would: counted,
      changed: z.array(changedAction).meta({ description: 'The newest first; at most 100.' }),
      changed_total: z.int(),
      denied_would_run: z.int().meta({
        description: 'Of those that would run unasked: how many a person denied.',
      }),
    }),
    errors: ['not_found'],
  }),
};
