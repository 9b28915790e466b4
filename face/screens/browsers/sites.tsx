import type { VNode } from 'preact';

import { siteTitle } from '../../../shared/model/site-title.ts';
import { Block } from '../../parts/block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Mark, type Tone } from '../../parts/mark.tsx';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useAnswer } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';
import { type Site, SiteFacts } from './site-facts.tsx';

/** Somebody has it open, or has been there. */
function isUsed({ browsers, conversations, health }: Site): boolean {
  return (
    conversations > 0 || health !== 'unknown' || browsers.some(({ pages }) => pages.length > 0)
  );
}

/** Every chat site that Baton knows: does Baton still fit it, may it run there, and what is known of it. */
export function Sites(): VNode {
  const sites = useAnswer('listPlatforms');
  return (
    <section class="stack" aria-labelledby="sites-title">
      <h2 id="sites-title">{word('sites_title')}</h2>
      <Block {...sites}>
        {({ items }) => {
          if (items.length === 0) return <p class="soft">{word('sites_empty')}</p>;
          const others = items.filter((site) => !isUsed(site));
          return (
            <>
              <ul class="told">
                {items.filter(isUsed).map((site) => (
                  <SiteRow key={site.platform} site={site} />
                ))}
              </ul>
              {others.length > 0 && (
                <details>
                  <summary>{counted('sites_others', others.length)}</summary>
                  <ul class="told">
                    {others.map((site) => (
                      <SiteRow key={site.platform} site={site} />
                    ))}
                  </ul>
                </details>
              )}
            </>
          );
        }}
      </Block>
    </section>
  );
}

const TONES: Readonly<Record<Site['health'], Tone>> = { ok: 'good', drift: 'bad', unknown: 'soft' };

function SiteRow({ site }: { readonly site: Site }): VNode {
  const { platform, health, health_since: since, health_seen_at: seen, sought } = site;
  const shownAt = health === 'drift' ? since : seen;
  const title = siteTitle(platform);
  return (
    <li>
      <details>
        <summary>
          <strong>
            <Visible text={title} />
          </strong>{' '}
          <Mark tone={TONES[health]}>{word(`site_${health}`)}</Mark>{' '}
          {shownAt !== null && (
            <span class="soft small">
              <Time at={shownAt} />
            </span>
          )}{' '}
          <Kept site={site} />
        </summary>
        <SiteFacts site={site} />
      </details>
      {health === 'drift' && (
        <p class="small">
          {sought !== null && <Visible text={sought} />} {word('site_drift_remedy')}{' '}
          <CopyButton text={JSON.stringify(site, null, 2)} says="site_copy_report" />
        </p>
      )}
    </li>
  );
}

/** Where the extension is not let in, or was switched off. */
function Kept({ site: { browsers } }: { readonly site: Site }): VNode | null {
  if (browsers.length === 0) return null;
  if (browsers.every(({ allowed }) => !allowed))
    return <Mark tone="busy">{word('site_not_allowed')}</Mark>;
  if (browsers.every(({ on }) => !on)) return <Mark tone="soft">{word('site_off')}</Mark>;
  return null;
}
