import type { VNode } from 'preact';

import { Choice, choicesOf } from '../../parts/choice.tsx';
import { TitleSearch } from '../../parts/title-search.tsx';
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

/** Which chats are shown. */
export function FilterBar({ filters, known, onChange }: FilterBarProps): VNode {
  const { connected, mode, platform, label, title = '' } = filters;
  const settings = useAnswer('getSettings').state.value.data?.settings;
  const sites = choicesOf(platform, [
    ...known.map((one) => one.platform),
    ...Object.keys(settings?.default_modes ?? {}),
  ]);
  const labels = choicesOf(
    label,
    known.flatMap((one) => one.labels),
  );

  return (
    <form class="chips" role="search" onSubmit={(event) => event.preventDefault()}>
      <TitleSearch
        place="place_conversations"
        title={title}
        onChange={(next) => onChange(without(filters, 'title', next))}
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
        choices={sites}
        onChange={(next) => onChange(without(filters, 'platform', next))}
      />
      {labels.length > 0 && (
        <Choice
          says={word('label')}
          value={label}
          choices={labels}
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

/** The filters with one of them set; an empty text takes it away. */
function without<Name extends 'mode' | 'platform' | 'label' | 'title'>(
  filters: Filters,
  name: Name,
  value: Filters[Name] | '',
): Filters {
  const { [name]: _before, ...rest } = filters;
  return (value === '' ? rest : { ...rest, [name]: value }) as Filters;
}
