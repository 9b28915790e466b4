import type { VNode } from 'preact';

import { RuleWhere } from '../../parts/rule-where.tsx';
import { DecisionMark, Patterns } from '../../parts/rule-text.tsx';
import type { Rule } from '../../parts/rule-wish.ts';
import { Visible } from '../../../look/visible.tsx';
import { word } from '../../words/word.ts';

interface RuleRowProps {
  readonly rule: Rule;
  /** How many of the last `of` actions it fits; undefined: not known yet. */
  readonly fits: number | undefined;
  readonly of: number;
  /** Null: this session may not change rules. */
  readonly onRemove: (() => void) | null;
}

export function RuleRow({ rule, fits, of, onRemove }: RuleRowProps): VNode {
  const { tool, params, decision, reason } = rule;
  return (
    <>
      <span class="rule-decision">
        <DecisionMark decision={decision} />
      </span>
      <div class="two-lines grow">
        <p>
          <Patterns tool={tool} params={params} />
        </p>
        <p class="soft small">
          <RuleWhere rule={rule} before={word('rule_in')} />
          {fits !== undefined && <span class="number">· {word('rule_fits', fits, of)}</span>}
          {reason !== null && (
            <span>
              · <Visible text={reason} />
            </span>
          )}
        </p>
      </div>
      {onRemove !== null && (
        <button
          type="button"
          class="link small"
          onClick={(event) => {
            event.stopPropagation();
            onRemove();
          }}
        >
          {word('rule_remove')}
        </button>
      )}
    </>
  );
}
