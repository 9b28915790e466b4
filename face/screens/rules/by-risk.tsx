import type { VNode } from 'preact';

import { Block } from '../../parts/block.tsx';
import { Risk } from '../../parts/risk.tsx';
import { DecisionMark } from '../../parts/rule-text.tsx';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';

/** Decisions where no rule fits. */
export function ByRisk(): VNode {
  const { state, again } = useAnswer('getSettings');
  return (
    <Block state={state} again={again}>
      {({ settings: { policy } }) => (
        <p class="by-risk of-list">
          <strong>{word('rules_otherwise')}</strong>
          {(['low', 'medium', 'high'] as const).map((risk) => (
            <span key={risk}>
              <Risk risk={risk} /> <DecisionMark decision={policy[risk]} />
            </span>
          ))}
          <a href="/settings/policy">{word('rules_change')}</a>
        </p>
      )}
    </Block>
  );
}
