import type { Statements } from '../../stores/sqlite/statements.ts';

export interface PolicyRuleRow {
  readonly rule_id: string;
  readonly local_conversation_id: string | null;
  readonly conversation_key: string | null;
  readonly tool_pattern: string;
  readonly params_pattern_json: string | null;
  readonly decision: 'run' | 'ask' | 'deny';
  readonly reason: string | null;
  readonly created_at: number;
}

const RULE = `select r.rule_id, c.local_conversation_id, r.conversation_key, r.tool_pattern, r.params_pattern_json, r.decision,
  r.reason, r.created_at
  from policy_rules r left join conversations c on c.conversation_key = r.conversation_key`;

/** Those of a conversation with the global ones; without a conversation, all. */
export function listPolicyRules(
  statements: Statements,
  conversationKey: string | undefined,
): PolicyRuleRow[] {
  return conversationKey === undefined
    ? statements.all(`${RULE} order by r.created_at desc, r.rule_id desc`)
    : statements.all(
        `${RULE} where r.conversation_key = ? or r.conversation_key is null order by r.created_at desc, r.rule_id desc`,
        conversationKey,
      );
}

export function readPolicyRule(statements: Statements, id: string): PolicyRuleRow | null {
  return statements.get(`${RULE} where r.rule_id = ?`, id);
}
