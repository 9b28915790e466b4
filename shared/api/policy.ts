import * as z from 'zod';

import { agentId } from './agent-fields.ts';
import { one, operation, plain } from './define.ts';
import { epochMs, identifier, inConversation } from './fields.ts';

export const policyRuleWish = z.strictObject({
  conversation: identifier.nullable().default(null),
  agent: agentId
    .nullable()
    .default(null)
    .meta({ description: 'It holds in all conversations with that agent.' }),
  tool: z
    .string()
    .min(1)
    .max(300)
    .meta({ description: '`target::tool`; `*` fits any characters.' }),
  params: z.record(z.string().min(1).max(300), z.string().max(2_000)).nullable().default(null),
  decision: z.enum(['run', 'ask', 'deny']),
  even_if_tainted: z.boolean().default(false).meta({
    description:
      'Of a rule that lets run: also what can carry data out of a conversation that has read what is yours and words of strangers.',
  }),
  reason: z.string().max(500).nullable().default(null),
});

export const policyRule = z.object({
  rule_id: identifier,
  ...policyRuleWish.shape,
  created_at: epochMs,
});

export const policyOperations = {
  listPolicyRules: operation({
    ...plain,
    method: 'GET',
    path: '/v1/policy/rules',
    tag: 'policy',
    scope: 'watch',
    summary: 'Policy rules, of one conversation or all, in order of precedence.',
    query: inConversation,
    response: z.object({ items: z.array(policyRule) }),
    errors: ['not_found'],
  }),
  addPolicyRule: operation({
    ...plain,
    method: 'POST',
    path: '/v1/policy/rules',
    tag: 'policy',
    scope: 'full',
    summary: 'Adds a rule; actions that wait for a person continue to wait.',
    body: policyRuleWish,
    example: { tool: 'mcp.files::read_*', decision: 'run' },
    response: policyRule,
    status: 201,
    errors: ['not_found'],
  }),
  changePolicyRule: operation({
    ...one,
    method: 'PUT',
    path: '/v1/policy/rules/:id',
    tag: 'policy',
    scope: 'full',
    summary: 'Replaces a rule in one step; its id stays.',
    body: policyRuleWish,
    example: { tool: 'mcp.files::read_*', decision: 'ask' },
    response: policyRule,
  }),
  removePolicyRule: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/policy/rules/:id',
    tag: 'policy',
    scope: 'full',
    summary: 'Removes a rule.',
    response: z.object({ deleted: z.literal(true) }),
  }),
};
