import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { useKeys } from '../../parts/keys.ts';
import type { Conversation } from '../../store/rows.ts';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { type Filters, MODE_FILTERS, type ModeFilter } from './filters.ts';

interface FilterBarProps {
  readonly filters: Filters;
  /** Conversations whose sites and labels are offered. */
  readonly known: readonly Conversation[];
  readonly onChange: (filters: Filters) => void;
}

/** Typed text is asked for when the person pauses. */
const TYPED_MS = 250;

/** Which chats are shown. */
export function FilterBar({ filters, known, onChange }: FilterBarProps): VNode {
  const { connected, mode, platform, label, title = '' } = filters;
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(title);
  const settings = useAnswer('getSettings').state.value.data?.settings;
  const sites = choices(platform, [
    ...known.map((one) => one.platform),
    ...Object.keys(settings?.default_modes ?? {}),
  ]);
  const labels = choices(
    label,
    known.flatMap((one) => one.labels),
  );

  useKeys('place_conversations', [
    { keys: '/', says: 'keys_filter', run: () => search.current?.focus() },
  ]);
  useEffect(() => setTyped(title), [title]);
  useEffect(() => {
    if (typed === title) return undefined;
    const timer = setTimeout(() => onChange(without(filters, 'title', typed)), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <form class="chips" role="search" onSubmit={(event) => event.preventDefault()}>
      <input
        ref={search}
        type="search"
        maxLength={200}
        placeholder={word('filter_title')}
        aria-label={word('filter_title')}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <Choice
        says={word('mode')}
        value={mode}
        choices={MODE_FILTERS.map((one) => [one, word(`mode_${one}`)])}
        onChange={(next) => onChange(without(filters, 'mode', next as ModeFilter))}
      />
      <Choice
        says={word('site')}
        value={platform}
        choices={sites.map((one) => [one, one])}
        onChange={(next) => onChange(without(filters, 'platform', next))}
      />
      {labels.length > 0 && (
        <Choice
          says={word('label')}
          value={label}
          choices={labels.map((one) => [one, one])}
          onChange={(next) => onChange(without(filters, 'label', next))}
        />
      )}
      <button
        type="button"
        class="plain round"
        aria-pressed={connected}
        onClick={() => onChange({ ...filters, connected: !connected })}
      >
        {word('connected')}
      </button>
    </form>
  );
}

interface ChoiceProps {
  readonly says: string;
  readonly value: string | undefined;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

function Choice({ says, value, choices: offered, onChange }: ChoiceProps): VNode {
  return (
    <select
      aria-label={says}
      class="round"
      data-set={value !== undefined}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{word('filter_any', says)}</option>
      {offered.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** The filters with one of them set; an empty text takes it away. */
function without<Name extends 'mode' | 'platform' | 'label' | 'title'>(
  filters: Filters,
  name: Name,
  value: Filters[Name] | '',
): Filters {
  const { [name]: _before, ...rest } = filters;
  return (value === '' ? rest : { ...rest, [name]: value }) as Filters;
}

function choices(chosen: string | undefined, found: readonly string[]): readonly string[] {
  return [...new Set([...(chosen === undefined ? [] : [chosen]), ...found])].sort();
}
