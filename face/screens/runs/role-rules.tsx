import type { VNode } from 'preact';

import { RuleParams } from '../../parts/rule-params.tsx';
import { ToolPattern } from '../../parts/tool-pattern.tsx';
import { word } from '../../words/word.ts';
import { MAX_RULES, type RoleRuleDraft } from './team-wish.ts';

interface RoleRulesProps {
  readonly rules: readonly RoleRuleDraft[];
  readonly onChange: (rules: readonly RoleRuleDraft[]) => void;
}

/** Actions that a role's worker may do unasked, has to ask for, or may not do. */
export function RoleRules({ rules, onChange }: RoleRulesProps): VNode {
  const change = (at: number, part: Partial<RoleRuleDraft>): void =>
    onChange(rules.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <fieldset class="role-rules">
      <legend>{word('role_rules')}</legend>
      <p class="soft small">{word('role_rules_help')}</p>
      {rules.map((rule, at) => (
        <div key={at} class="role-rule" role="group" aria-label={word('role_rule', at + 1)}>
          <div class="two">
            <ToolPattern value={rule.tool} onChange={(tool) => change(at, { tool })} />
            <label>
              {word('rule_then')}
              <select
                value={rule.decision}
                onChange={({ currentTarget: { value } }) =>
                  change(at, { decision: value as RoleRuleDraft['decision'] })
                }
              >
                {(['run', 'ask', 'deny'] as const).map((decision) => (
                  <option key={decision} value={decision}>
                    {word(`rule_does_${decision}`)}
                  </option>
                ))}
              </select>
            </label>
          </div>
          <RuleParams params={rule.params} onChange={(params) => change(at, { params })} />
          <div class="buttons">
            <button
              type="button"
              class="plain"
              onClick={() => onChange(rules.filter((_one, index) => index !== at))}
            >
              {word('params_leave_out', word('role_rule', at + 1))}
            </button>
          </div>
        </div>
      ))}
      {rules.length < MAX_RULES && (
        <div class="buttons">
          <button
            type="button"
            class="link"
            onClick={() => onChange([...rules, { tool: '', params: [], decision: 'ask' }])}
          >
            {word('rule_new')}
          </button>
        </div>
      )}
    </fieldset>
  );
}
