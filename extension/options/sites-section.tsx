import type { VNode } from 'preact';

import { counted, word } from '../i18n/words.ts';
import type { SiteState } from '../messages/options-messages.ts';
import { SiteRow } from './site-row.tsx';

/** The sites that Baton can watch: those that were open here, and the others folded away. */
export function SitesSection({ sites }: { readonly sites: readonly SiteState[] | null }): VNode {
  const visited = sites?.filter((site) => site.visited.length > 0) ?? [];
  const others = sites?.filter((site) => site.visited.length === 0) ?? [];
  return (
    <section id="sites" class="card" aria-labelledby="sites-title">
      <h2 id="sites-title">{word('options_sites')}</h2>
      <p class="soft">{word('options_sites_how')}</p>
      <SiteList id="site-list" sites={visited} />
      {sites !== null && visited.length === 0 && (
        <p id="no-sites" class="soft">
          {word('options_no_sites')}
        </p>
      )}
      {others.length > 0 && (
        <details id="other-sites">
          <summary id="other-sites-title">{counted('options_other_sites', others.length)}</summary>
          <SiteList id="other-site-list" sites={others} />
        </details>
      )}
    </section>
  );
}

interface SiteListProps {
  readonly id: string;
  readonly sites: readonly SiteState[];
}

function SiteList({ id, sites }: SiteListProps): VNode {
  return (
    <ul id={id} class="rows">
      {sites.map((site) => (
        <SiteRow key={site.name} site={site} />
      ))}
    </ul>
  );
}
