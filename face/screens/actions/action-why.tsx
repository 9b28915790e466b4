import type { VNode } from 'preact';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Block } from '../../parts/block.tsx';
import { RuleWhere } from '../../parts/rule-where.tsx';
import { DecisionMark, Patterns } from '../../parts/rule-text.tsx';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';

/** Why it ran, asks or was denied: which rule won over which, or its risk. */
export function ActionWhy({ instructionId: id }: { readonly instructionId: string }): VNode {
  const { state, again } = useAnswer('explainInstruction', { params: { id } });
  return (
    <section class="card" aria-label={word('why')}>
      <h2>{word('why')}</h2>
      <Block state={state} again={again}>
        {(said) => <Said said={said} />}
      </Block>
    </section>
  );
}

function Said({ said }: { readonly said: ResponseOf<'explainInstruction'> }): VNode {
  const { now, judged, rules, by_risk: byRisk } = said;
  return (
    <>
      {judged !== null && (
        <p>
          {word('why_then')} <DecisionMark decision={judged.decision} />
        </p>
      )}
      <p>
        {word('why_now')} <DecisionMark decision={now.decision} /> {word(`why_${now.because}`)}
      </p>
      {rules.length > 0 && (
        <ol class="plain-list">
          {rules.map((rule, at) => (
            <li key={rule.rule_id} class="why-rule">
              <DecisionMark decision={rule.decision} />
              <a href={`/rules/${rule.rule_id}`}>
                <Patterns tool={rule.tool} params={rule.params} />
              </a>
              <RuleWhere rule={rule} />
              {at === 0 && <strong>{word('why_wins')}</strong>}
            </li>
          ))}
        </ol>
      )}
      <p class="soft">
        {word('why_by_risk')} <DecisionMark decision={byRisk} />
      </p>
    </>
  );
}
