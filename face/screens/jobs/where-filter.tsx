import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { useKeys } from '../../parts/keys.ts';
import { Visible } from '../../parts/visible.tsx';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import type { JobFilters } from './tabs.ts';

const TYPED_MS = 250;

interface WhereProps {
  readonly filters: JobFilters;
  readonly onChange: (filters: JobFilters) => void;
}

/** Deliveries of which chats: one, those of a site, those whose title holds something. */
export function WhereFilter({ filters, onChange }: WhereProps): VNode {
  const { conversation, platform, title = '', tab } = filters;
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(title);
  const known = useAnswer('listConversations', { query: { limit: 200 } }).state.value.data?.items;
  const sites = new Set([
    ...(platform === undefined ? [] : [platform]),
    ...(known ?? []).map((one) => one.platform),
  ]);
  const where = (site: string | undefined, text: string): JobFilters => ({
    tab,
    ...(site !== undefined && site !== '' && { platform: site }),
    ...(text !== '' && { title: text }),
  });

  useKeys('place_jobs', [{ keys: '/', says: 'keys_filter', run: () => search.current?.focus() }]);
  useEffect(() => setTyped(title), [title]);
  useEffect(() => {
    if (typed === title) return undefined;
    const timer = setTimeout(() => onChange(where(platform, typed)), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  if (conversation !== undefined) {
    return (
      <p class="chips">
        <OneChat id={conversation} />
        <button type="button" class="plain round" onClick={() => onChange({ tab })}>
          {word('filters_clear')}
        </button>
      </p>
    );
  }
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
      <select
        class="round"
        aria-label={word('site')}
        data-set={platform !== undefined}
        value={platform ?? ''}
        onChange={(event) => onChange(where(event.currentTarget.value, title))}
      >
        <option value="">{word('filter_any', word('site'))}</option>
        {[...sites].sort().map((site) => (
          <option key={site} value={site}>
            {site}
          </option>
        ))}
      </select>
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
