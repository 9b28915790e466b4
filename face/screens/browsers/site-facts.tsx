import type { VNode } from 'preact';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Visible } from '../../../look/visible.tsx';
import { useAnswer } from '../../store/world.ts';
import { errorWords } from '../../words/error-words.ts';
import { counted, word } from '../../words/word.ts';

/** A chat site that Baton knows, and how it stands. */
export type Site = ResponseOf<'listPlatforms'>['items'][number];

const ABILITIES = ['replay', 'history', 'begin'] as const;

const CHECKS = ['composer', 'stream', 'turns', 'ids'] as const;

/** Known facts of a site, and its state in each browser. */
export function SiteFacts({ site }: { readonly site: Site }): VNode {
  const { can, checks, evidence, delivered_24h: delivered, failed_24h: failed } = site;
  const able = ABILITIES.filter((one) => can?.[one] === true).map((one) => word(`site_can_${one}`));
  const codes = Object.entries(failed).toSorted(([, a], [, b]) => b - a);
  return (
    <dl class="facts">
      {site.browsers.map((browser) => (
        <InBrowser key={browser.client_id} browser={browser} />
      ))}
      <div>
        <dt>{word('site_day')}</dt>
        <dd>
          {counted('now_deliveries', delivered)}
          {codes.map(([code, times]) => (
            <span key={code}>
              {' · '}
              {times} <code>{code}</code>
            </span>
          ))}
        </dd>
      </div>
      <div>
        <dt>{word('place_conversations')}</dt>
        <dd>{counted('client_conversations', site.conversations)}</dd>
      </div>
      <div>
        <dt>{word('site_begins_in')}</dt>
        <dd>{word(`mode_${site.default_mode}`)}</dd>
      </div>
      {checks !== null && (
        <div>
          <dt>{word('site_checks')}</dt>
          <dd>
            {CHECKS.map((one) => `${word(`check_${one}`)}: ${word(`check_${checks[one]}`)}`).join(
              ' · ',
            )}
          </dd>
        </div>
      )}
      {able.length > 0 && (
        <div>
          <dt>{word('site_can')}</dt>
          <dd>{able.join(' · ')}</dd>
        </div>
      )}
      {evidence !== null && (
        <div>
          <dt>{word('site_evidence')}</dt>
          <dd>{word(`site_${evidence}`)}</dd>
        </div>
      )}
    </dl>
  );
}

function InBrowser({ browser }: { readonly browser: Site['browsers'][number] }): VNode {
  const { client_id: id, allowed, on, pages, extension_version: version } = browser;
  const client = useAnswer('listClients').state.value.data?.items.find(
    (one) => one.client_id === id,
  );
  return (
    <div>
      <dt>
        <Visible text={client?.browser.name ?? word('site_a_browser')} />
      </dt>
      <dd>
        {word(allowed ? 'site_allowed' : 'site_not_allowed_here')}
        {!on && ` ${word('site_off_here')}`}
        {version !== null && <span class="soft small"> {word('site_known_by', version)}</span>}
        {pages.length > 0 && (
          <ul>
            {pages.map((page) => (
              <PageLine key={page.tab_id} page={page} />
            ))}
          </ul>
        )}
      </dd>
    </div>
  );
}

function PageLine({ page }: { readonly page: Site['browsers'][number]['pages'][number] }): VNode {
  const { tab_id: tab, local_conversation_id: id, conversation_title: title, problem } = page;
  return (
    <li>
      {tab !== null && `${word('runtime_tabs', tab)} · `}
      {id === null ? (
        <span class="soft">{word('site_new_chat')}</span>
      ) : (
        <a href={`/conversations/${id}`}>
          <Visible text={title ?? word('untitled')} />
        </a>
      )}
      {problem !== null && ` · ${errorWords(problem.code)?.meaning ?? problem.code}`}
      {page.draft && ` · ${word('site_draft')}`}
      {problem === null && !page.ready && ` · ${word('site_loading')}`}
    </li>
  );
}
