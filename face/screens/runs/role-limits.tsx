import type { VNode } from 'preact';

import { ChoiceBox } from '../../parts/choice-box.tsx';
import { word } from '../../words/word.ts';
import { type LimitsDraft, MOST_INPUTS, MOST_MINUTES } from './limits-wish.ts';

interface RoleLimitsProps {
  readonly limits: LimitsDraft;
  /** Limited by its run alone. */
  readonly isPlanner: boolean;
  readonly onChange: (part: Partial<LimitsDraft>) => void;
}

/** Limits of a role's worker, and the folders of its programs. */
export function RoleLimits({ limits, isPlanner, onChange }: RoleLimitsProps): VNode {
  const amount = (name: 'inputs' | 'minutes', most: number): VNode => (
    <label>
      {word(`role_max_${name}`)}
      <input
        type="number"
        min={1}
        max={most}
        value={limits[name]}
        onInput={(event) => onChange({ [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <fieldset>
      <legend>{word('role_limits')}</legend>
      <p class="soft small">{word('role_limits_help')}</p>
      {!isPlanner && (
        <div class="two">
          {amount('inputs', MOST_INPUTS)}
          {amount('minutes', MOST_MINUTES)}
        </div>
      )}
      <label>
        {word('role_folders')}
        <textarea
          class="mono"
          rows={2}
          spellcheck={false}
          value={limits.folders}
          onInput={(event) => onChange({ folders: event.currentTarget.value })}
        />
      </label>
      {!isPlanner && (
        <ChoiceBox checked={!limits.calls} onChange={(checked) => onChange({ calls: !checked })}>
          {word('role_no_calls')}
        </ChoiceBox>
      )}
    </fieldset>
  );
}
