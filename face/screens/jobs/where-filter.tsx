import type { VNode } from 'preact';

import { Choice, choicesOf } from '../../parts/choice.tsx';
import { TitleSearch } from '../../parts/title-search.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import type { JobFilters } from './tabs.ts';

interface WhereProps {
  readonly filters: JobFilters;
  readonly onChange: (filters: JobFilters) => void;
}

/** Deliveries of which chats: one, those of a site, those whose title holds something. */
export function WhereFilter({ filters, onChange }: WhereProps): VNode {
  const { conversation, platform, title = '', tab } = filters;
  const known = useAnswer('listConversations', { query: { limit: 200 } }).state.value.data?.items;
  const sites = choicesOf(
    platform,
    (known ?? []).map((one) => one.platform),
  );
  const where = (site: string | undefined, text: string): JobFilters => ({
    tab,
    ...(site !== undefined && site !== '' && { platform: site }),
    ...(text !== '' && { title: text }),
  });

  if (conversation !== undefined) {
    return (
      <p class="chips of-list">
        <OneChat id={conversation} />
        <button type="button" class="plain round" onClick={() => onChange({ tab })}>
          {word('filters_clear')}
        </button>
      </p>
    );
  }
  return (
    <form class="chips of-list" role="search" onSubmit={(event) => event.preventDefault()}>
      <TitleSearch
        place="place_jobs"
        title={title}
        onChange={(next) => onChange(where(platform, next))}
      />
      <Choice
        says={word('site')}
        value={platform}
        choices={sites}
        onChange={(next) => onChange(where(next, title))}
      />
    </form>
  );
}

function OneChat({ id }: { readonly id: string }): VNode {
  const { data } = useAnswer('getConversation', { params: { id } }).state.value;
  return (
    <a href={`/conversations/${encodeURIComponent(id)}`}>
      <Visible text={data?.title ?? word('untitled')} />
    </a>
  );
}
