import type { VNode } from 'preact';

import { errorAdvice } from '../i18n/error-words.ts';
import { counted, word } from '../i18n/words.ts';
import type { SiteState } from '../messages/options-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { platformName, siteName } from '../ui/site-names.ts';
import { hostOf } from './host-of.ts';
import { Switch } from './switch.tsx';

interface SiteRowProps {
  readonly site: SiteState;
}

/** One adapter: switched on or off, how a new chat begins there, what is wrong, and how it works. */
export function SiteRow({ site }: SiteRowProps): VNode {
  const ask = useAsk();
  const name = siteName(site.name);
  const hosts = site.where.map(hostOf);
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong>{' '}
          <small>{hosts.length > 0 ? hosts.join(', ') : word('site_any_host')}</small>
        </p>
        <Trouble site={site} />
        {site.visited.map(({ platform, mode }) => (
          <BeginsIn key={platform} site={site} platform={platform} mode={mode} />
        ))}
        <details>
          <summary>{word('site_details')}</summary>
          <small>{abilities(site).join(' · ')}</small>
          <SelfCheck site={site} />
          <Unsure site={site} />
        </details>
      </div>
      <Switch
        isOn={site.enabled}
        label={word('site_on', name)}
        data-site={site.name}
        onChange={(enabled) => {
          ask({ kind: 'options.set_site', site: site.name, enabled }).catch(reportError);
        }}
      />
    </li>
  );
}

type Visited = SiteState['visited'][number];

/** Shows the mode in which a new chat of a visited site begins. An adapter of many sites names each. */
function BeginsIn({ site, platform, mode }: SiteRowProps & Visited): VNode {
  const ask = useAsk();
  const isNamed = site.visited.length > 1 || platform !== site.name;
  return (
    <label class="mode">
      <span>
        {isNamed ? word('site_new_chats_of', platformName(platform)) : word('site_new_chats')}
      </span>
      <select
        data-platform={platform}
        disabled={mode === null}
        value={mode ?? 'manual'}
        onChange={({ currentTarget: { value } }) => {
          const wish = { platform, mode: value === 'auto' ? 'auto' : 'manual' } as const;
          ask({ kind: 'options.set_default_mode', ...wish }).catch(reportError);
        }}
      >
        <option value="manual">{word('mode_manual')}</option>
        <option value="auto">{word('mode_auto')}</option>
      </select>
    </label>
  );
}

function abilities({ can, pages, evidence }: SiteState): string[] {
  return [
    word(can.replay ? 'site_replay' : 'site_dom'),
    ...(can.history ? [word('site_history')] : []),
    ...(can.begin ? [word('site_begin')] : []),
    word(`site_${evidence}`),
    ...(pages > 0 ? [counted('site_pages', pages)] : []),
  ];
}

function Trouble({ site: { problem, name } }: SiteRowProps): VNode | null {
  if (problem === null) return null;
  const { meaning, remedy } = errorAdvice(problem, name);
  return <small class="bad">{`${meaning} ${remedy}`}</small>;
}

function SelfCheck({ site: { checks } }: SiteRowProps): VNode | null {
  if (checks === null) return null;
  const results = (['composer', 'stream', 'turns', 'ids'] as const).map((name) =>
    word(`check_${name}`, word(`check_${checks[name]}`)),
  );
  const hasFailed = Object.values(checks).includes('failed');
  return (
    <small class={hasFailed ? 'bad' : undefined}>
      {word('check_title', results.join(word('check_separator')))}
    </small>
  );
}

/** The notes are those of the adapter's writers, in English. */
function Unsure({ site: { unsure: notes } }: SiteRowProps): VNode | null {
  if (notes.length === 0) return null;
  return (
    <>
      <small>{counted('site_unsure', notes.length)}</small>
      <ul lang="en">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}
