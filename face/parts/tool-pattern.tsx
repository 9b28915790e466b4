import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

import { useAnswer } from '../store/world.ts';
import { word } from '../words/word.ts';

interface ToolPatternProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Callback with the field once it is in the page. */
  readonly place?: (field: HTMLInputElement | null) => void;
}

const noPlace = (): void => undefined;

/** Which tools a rule is about; those that there are are offered. */
export function ToolPattern({ value, onChange, place = noPlace }: ToolPatternProps): VNode {
  const id = useId();
  const tools = useAnswer('listTools').state.value.data?.items ?? [];
  return (
    <label>
      {word('rule_tool')}
      <input
        ref={place}
        class="mono"
        list={`${id}-tools`}
        maxLength={300}
        spellcheck={false}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={`${id}-tools`}>
        {tools.map((tool) => (
          <option key={tool.id} value={tool.id} />
        ))}
      </datalist>
    </label>
  );
}
