import type { VNode } from 'preact';

import { RuleWhere } from '../../parts/rule-where.tsx';
import { DecisionMark, Patterns } from '../../parts/rule-text.tsx';
import { ToolChange } from '../../parts/tool-change.tsx';
import type { Rule } from '../../parts/rule-wish.ts';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';

interface AskedWhyProps {
  readonly instructionId: string;
  /** As rules name it; null: it could not be read. */
  readonly tool: string | null;
}

/** Why a person is asked about an action: the rule that asks, or that none fits and its risk does. */
export function AskedWhy({ instructionId: id, tool }: AskedWhyProps): VNode | null {
  const { data } = useAnswer('explainInstruction', { params: { id } }).state.value;
  if (data === undefined) return null;
  const { now, rules, tool_change: change } = data;
  const winner = rules.find(({ rule_id: rule }) => rule === now.rule_id);
  return (
    <>
      <p>
        <strong>{word('approval_why')}</strong>{' '}
        {now.decision === 'ask' ? (
          word(`why_asked_${now.because}`)
        ) : (
          <>
            {word('why_now_else')} <DecisionMark decision={now.decision} />
          </>
        )}{' '}
        {winner !== undefined && <Winner rule={winner} />}{' '}
        {tool !== null && (
          <a class="small" href={`/rules?tool=${encodeURIComponent(tool)}`}>
            {word('tool_rules')}
          </a>
        )}
      </p>
      {change !== null && <ToolChange change={change} />}
    </>
  );
}

function Winner({ rule }: { readonly rule: Rule }): VNode {
  return (
    <>
      <a href={`/rules/${encodeURIComponent(rule.rule_id)}`}>
        <Patterns tool={rule.tool} params={rule.params} />
      </a>{' '}
      <RuleWhere rule={rule} />
    </>
  );
}
