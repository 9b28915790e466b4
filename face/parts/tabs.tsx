import type { VNode } from 'preact';
import { useId, useRef } from 'preact/hooks';

import { type WordKey, word } from '../words/word.ts';

export interface Tab {
  readonly id: string;
  readonly says: WordKey;
  readonly draw: () => VNode;
}

/** Several looks at one thing, one at a time; arrows go from one to the next. */
export function Tabs({
  label,
  tabs,
  chosen,
  onChoose,
}: {
  readonly label: WordKey;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}): VNode | null {
  const prefix = useId();
  const row = useRef<HTMLDivElement>(null);
  const shown = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  if (shown === undefined) return null;

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || shown === undefined) return;
    const at = (tabs.indexOf(shown) + step + tabs.length) % tabs.length;
    onChoose(tabs[at]?.id ?? shown.id);
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus();
    event.preventDefault();
  }

  return (
    <div class="stack">
      <div ref={row} role="tablist" aria-label={word(label)} class="tabs" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${prefix}-${tab.id}`}
            aria-selected={tab === shown}
            aria-controls={`${prefix}-panel`}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {word(tab.says)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${prefix}-panel`} aria-labelledby={`${prefix}-${shown.id}`}>
        {shown.draw()}
      </div>
    </div>
  );
}
