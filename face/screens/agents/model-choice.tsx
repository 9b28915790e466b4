import type { VNode } from 'preact';

import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';

interface ModelChoiceProps {
  /** Empty: the first that can serve, of those that the agent names. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Which model answers: those of the endpoints, and web chats that are open now. */
export function ModelChoice({ value, onChange }: ModelChoiceProps): VNode {
  const known = useAnswer('listModels').state.value.data;
  const named = (known?.items ?? []).flatMap(({ name, models }) =>
    models.map((model) => `${name}:${model}`),
  );
  const offered = [...named, ...(known?.chats ?? [])];
  return (
    <label>
      {word('agent_model')}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{word('agent_model_first')}</option>
        {value !== '' && !offered.includes(value) && <option value={value}>{value}</option>}
        {offered.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      {known !== undefined && known.items.length === 0 && known.chats.length === 0 && (
        <span class="soft small">
          {word('agent_no_model')} <a href="/agents?show=models">{word('agents_models')}</a>
        </span>
      )}
    </label>
  );
}
