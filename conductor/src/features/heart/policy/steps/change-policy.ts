import { conversationRef } from '../../../../../../shared/model/conversation-key.ts';
import {
  type AuditEvent,
  insert,
  plan,
  type Plan,
  remove,
  update,
} from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { type PolicyRule, POLICY_RULES } from '../rows.ts';
import * as conversations from '../../conversations/queries.ts';
import * as policy from '../queries.ts';
import { policyChanged } from '../effects.ts';

interface AddPolicyRuleInput {
  readonly rule: PolicyRule;
  readonly via: string;
}

/** Adds a rule. It applies to later actions: what waits for a person continues to wait. */
export const addPolicyRule = defineStep({
  name: 'add policy rule',
  load: ({ rule: { conversationKey } }: AddPolicyRuleInput) => ({
    conversations: conversations.conversations({
      refs: conversationKey === null ? [] : [conversationRef(conversationKey)],
    }),
  }),
  decide(
    { conversations: [conversation] },
    { rule: requested, via },
  ): Decision<'added' | 'not_found'> {
    if (requested.conversationKey !== null && conversation === undefined)
      return { plan: plan({}), outcome: 'not_found' };
    // By its key of today: an earlier one leads to it too.
    const rule = { ...requested, conversationKey: conversation?.conversationKey ?? null };
    return { plan: addedRule(rule, via), outcome: 'added' };
  },
});

interface ChangePolicyRuleInput {
  readonly rule: PolicyRule;
  readonly via: string;
  readonly now: number;
}

/** Replaces a rule in one commit, so that at no moment both apply, or neither. */
export const changePolicyRule = defineStep({
  name: 'change policy rule',
  load: ({ rule: { ruleId, conversationKey } }: ChangePolicyRuleInput) => ({
    before: policy.policyRule({ ruleId }),
    conversations: conversations.conversations({
      refs: conversationKey === null ? [] : [conversationRef(conversationKey)],
    }),
  }),
  decide(
    { before, conversations: [conversation] },
    { rule, via, now },
  ): Decision<'changed' | 'not_found' | 'no_conversation'> {
    if (before === null) return { plan: plan({}), outcome: 'not_found' };
    if (rule.conversationKey !== null && conversation === undefined)
      return { plan: plan({}), outcome: 'no_conversation' };
    const { agentId, toolPattern, paramsPattern, decision, reason, evenIfTainted } = rule;
    const conversationKey = conversation?.conversationKey ?? null;
    const set = {
      conversationKey,
      agentId,
      toolPattern,
      paramsPattern,
      decision,
      reason,
      evenIfTainted,
    };
    return {
      plan: plan({
        changes: [update(POLICY_RULES, before, set)],
        events: [about({ ...before, ...set }, 'policy_rule.changed', via, now)],
        effects: [policyChanged()],
      }),
      outcome: 'changed',
    };
  },
});

interface RemovePolicyRuleInput {
  readonly ruleId: string;
  readonly via: string;
  readonly now: number;
}

/** Removes a rule. What waits for a person continues to wait. */
export const removePolicyRule = defineStep({
  name: 'remove policy rule',
  load: ({ ruleId }: RemovePolicyRuleInput) => ({
    rule: policy.policyRule({ ruleId }),
  }),
  decide({ rule }, { via, now }): Decision<'removed' | 'not_found'> {
    if (rule === null) return { plan: plan({}), outcome: 'not_found' };
    return {
      plan: removedRule(rule, { via, at: now, actor: 'person' }),
      outcome: 'removed',
    };
  },
});

/** The plan that adds a rule, with its audit event. `createdAt` is when a person said what it says: taint since then asks. */
export function addedRule(
  rule: PolicyRule,
  via: string,
  { at = rule.createdAt, actor = 'person' }: Partial<Pick<AuditEvent, 'at' | 'actor'>> = {},
): Plan {
  return plan({
    changes: [insert(POLICY_RULES, rule)],
    events: [about(rule, 'policy_rule.added', via, at, actor)],
    effects: [policyChanged()],
  });
}

/** The plan that removes a rule, with its audit event. */
export function removedRule(
  rule: PolicyRule,
  { via, at, actor }: Pick<AuditEvent, 'at' | 'actor'> & { readonly via: string },
): Plan {
  return plan({
    changes: [remove(POLICY_RULES, rule)],
    events: [about(rule, 'policy_rule.removed', via, at, actor)],
    effects: [policyChanged()],
  });
}

function about(
  {
    ruleId,
    conversationKey,
    agentId,
    toolPattern,
    paramsPattern,
    decision,
    evenIfTainted,
  }: PolicyRule,
  type: AuditEvent['type'],
  via: string,
  at: number,
  actor: AuditEvent['actor'] = 'person',
): AuditEvent {
  const params = paramsPattern === null ? null : Object.keys(paramsPattern);
  return {
    type,
    subjectId: ruleId,
    conversationKey,
    actor,
    at,
    detail: {
      tool: toolPattern,
      params,
      decision,
      via,
      ...(agentId !== null && { agent: agentId }),
      ...(evenIfTainted && { even_if_tainted: true }),
    },
  };
}
