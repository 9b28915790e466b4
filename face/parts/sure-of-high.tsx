import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { useAnswer } from '../store/world.ts';
import { word } from '../words/word.ts';
import { isOfTool, type Rule } from './rule-wish.ts';

/** A word that is asked for where rules would let tools of high risk run. `field`: where it is written; null: it is not asked for. */
export function useSureOfHigh(rules: readonly Pick<Rule, 'tool' | 'decision'>[]): {
  readonly isUnsure: boolean;
  readonly field: VNode | null;
} {
  const [written, write] = useState('');
  const tools = useAnswer('listTools').state.value.data?.items ?? [];
  const high = tools.filter(({ risk }) => risk === 'high');
  const runsHigh = rules.some(
    ({ tool, decision }) => decision === 'run' && high.some(({ id }) => isOfTool(tool, id)),
  );
  return {
    isUnsure: runsHigh && written.trim().toLowerCase() !== word('rule_sure_word'),
    field: runsHigh ? (
      <label>
        {word('rule_sure', word('rule_sure_word'))}
        <input
          value={written}
          autoComplete="off"
          onInput={(event) => write(event.currentTarget.value)}
        />
      </label>
    ) : null,
  };
}
