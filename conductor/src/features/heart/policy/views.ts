import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import type { ShownRule } from './queries.ts';

/** A rule as the API shows it. */
export type PolicyRuleView = ResponseOf<'addPolicyRule'>;

/** The rule as the API shows it. */
export function policyRuleView({ rule, localConversationId }: ShownRule): PolicyRuleView {
  return {
    rule_id: rule.ruleId,
    conversation: localConversationId,
    agent: rule.agentId,
    tool: rule.toolPattern,
    params: rule.paramsPattern,
    decision: rule.decision,
    even_if_tainted: rule.evenIfTainted,
    reason: rule.reason,
    created_at: rule.createdAt,
  };
}
