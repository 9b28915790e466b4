import type { VNode } from 'preact';

import { word } from '../words/word.ts';

interface ChoiceProps {
  readonly says: string;
  readonly value: string | undefined;
  readonly choices: readonly (readonly [value: string, text: string])[];
  /** With what was chosen, empty for any. */
  readonly onChange: (value: string) => void;
}

/** A filter that takes one of some values, or any. */
export function Choice({ says, value, choices, onChange }: ChoiceProps): VNode {
  return (
    <select
      aria-label={says}
      class="round"
      data-set={value !== undefined}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{word('filter_any', says)}</option>
      {choices.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** Options of a filter: the values found, sorted, and the chosen one even if nothing has it now. */
export function choicesOf(
  chosen: string | undefined,
  found: readonly string[],
): readonly (readonly [value: string, text: string])[] {
  const all = new Set(chosen === undefined ? found : [chosen, ...found]);
  return [...all].sort().map((one) => [one, one]);
}
