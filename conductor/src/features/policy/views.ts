import * as z from 'zod';

import type { AnswerOf } from '../../../../shared/api/operations.ts';
import type { PolicyRuleRow } from './reads.sqlite.ts';

export type PolicyRuleView = AnswerOf<'addPolicyRule'>;

const patterns = z.record(z.string(), z.string());

export function policyRuleView(row: PolicyRuleRow): PolicyRuleView {
  const { params_pattern_json: params } = row;
  return {
    rule_id: row.rule_id,
    conversation: row.local_conversation_id,
    tool: row.tool_pattern,
    params: params === null ? null : patterns.parse(JSON.parse(params)),
    decision: row.decision,
    reason: row.reason,
    created_at: row.created_at,
  };
}
