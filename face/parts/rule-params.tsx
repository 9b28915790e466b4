import type { VNode } from 'preact';

import { steeringShown } from '../../shared/lib/visible-text.ts';
import { word } from '../words/word.ts';
import type { RuleDraft } from './rule-wish.ts';

type Params = RuleDraft['params'];

/** Which values of which params a rule fits; none: it fits whatever they are. */
export function RuleParams({
  params,
  onChange,
}: {
  readonly params: Params;
  readonly onChange: (params: Params) => void;
}): VNode {
  const change = (at: number, part: Partial<Params[number]>): void =>
    onChange(params.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <fieldset>
      <legend>{word('rule_params')}</legend>
      <p class="soft small">{word('rule_params_help')}</p>
      {params.map(({ name, pattern }, at) => (
        <div key={at} class="rule-param">
          <input
            class="mono"
            aria-label={word('rule_param_name')}
            placeholder={word('rule_param_name')}
            maxLength={300}
            value={name}
            onInput={(event) => change(at, { name: event.currentTarget.value })}
          />
          <input
            class="mono"
            aria-label={word('rule_param_pattern')}
            placeholder={word('rule_param_pattern')}
            maxLength={2_000}
            value={pattern}
            onInput={(event) => change(at, { pattern: event.currentTarget.value })}
          />
          <button
            type="button"
            class="plain"
            aria-label={word('params_leave_out', steeringShown(name))}
            onClick={() => onChange(params.filter((_one, index) => index !== at))}
          >
            ×
          </button>
        </div>
      ))}
      <div class="buttons">
        <button
          type="button"
          class="link"
          onClick={() => onChange([...params, { name: '', pattern: '' }])}
        >
          {word('rule_param_add')}
        </button>
      </div>
    </fieldset>
  );
}
