import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';

import { BackLink } from '../../parts/back-link.tsx';
import { bytesOf } from '../../parts/bytes.ts';
import { plainTitle } from '../../parts/conversation-name.tsx';
import type { KeyRow } from '../../parts/keys.ts';
import { List, NewRows } from '../../parts/list.tsx';
import { Pager } from '../../parts/pager.tsx';
import { useSteady } from '../../parts/steady.ts';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { usePages } from '../../store/pages.ts';
import type { Kinds } from '../../store/rows.ts';
import { useAnswer, useRow } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { download } from '../../parts/download-link.tsx';
import { contentPath } from './content.ts';
import { ArtifactDetail } from './artifact-detail.tsx';
import './artifacts.css';

type Artifact = Kinds['artifact'];

const idOf = ({ artifact_id }: Artifact): string => artifact_id;

const KINDS = [
  ['text/*', 'artifact_kind_text'],
  ['image/*', 'artifact_kind_image'],
  ['application/*', 'artifact_kind_data'],
] as const;

const actionsOf = ({ artifact_id: id, name }: Artifact): readonly KeyRow[] => [
  { keys: 'd', says: 'artifact_download', run: () => download(contentPath(id), name) },
  {
    keys: 'y',
    says: 'artifact_copy_id',
    run: () => void navigator.clipboard.writeText(id),
  },
];

const ORDER = { idOf, rankOf: ({ created_at }: Artifact): number => created_at };

/** Artifacts: content that was too long for a message. */
export function Artifacts(): VNode {
  const { route, query } = useLocation();
  const chosen = useRoute().params['id'];
  const { conversation, type } = query;
  const asked = { ...(conversation !== undefined && { conversation }), ...(type && { type }) };
  const conversations = useAnswer('listConversations', { query: { limit: 200 } }).state.value.data;
  const pages = usePages('listArtifacts', { query: { limit: 100, ...asked } }, ORDER);
  const steady = useSteady(pages.items, idOf);
  const addressOf = (filters: Readonly<Record<string, string>>, id?: string): string => {
    const search = new URLSearchParams(filters);
    const path = id === undefined ? '/artifacts' : `/artifacts/${encodeURIComponent(id)}`;
    return search.size === 0 ? path : `${path}?${search.toString()}`;
  };
  /** The list with one filter changed; empty: without it. */
  const filtered = (name: 'conversation' | 'type', value: string): void =>
    route(
      addressOf(
        Object.fromEntries(
          Object.entries({ ...asked, [name]: value }).filter(([, of]) => of !== ''),
        ),
      ),
    );
  const isFiltered = Object.keys(asked).length > 0;

  return (
    <>
      <div class="chips of-list">
        <select
          aria-label={word('artifact_conversation')}
          value={conversation ?? ''}
          onChange={({ currentTarget: { value } }) => filtered('conversation', value)}
        >
          <option value="">{word('artifact_conversation')}</option>
          {conversations?.items.map(({ local_conversation_id: id, title }) => (
            <option key={id} value={id}>
              {plainTitle(title)}
            </option>
          ))}
        </select>
        <select
          aria-label={word('artifact_kind')}
          value={type ?? ''}
          onChange={({ currentTarget: { value } }) => filtered('type', value)}
        >
          <option value="">{word('artifact_kind')}</option>
          {KINDS.map(([value, says]) => (
            <option key={value} value={value}>
              {word(says)}
            </option>
          ))}
        </select>
        {!isFiltered && <Quota items={pages.items} more={pages.more || pages.full} />}
      </div>
      <Pager pages={pages}>
        {steady.shown.length === 0 && chosen === undefined ? (
          <p class="empty">{word(isFiltered ? 'artifacts_none_fit' : 'artifacts_empty')}</p>
        ) : (
          <div class="split" data-chosen={chosen !== undefined}>
            <div class="column">
              <NewRows count={steady.waiting} show={steady.show} />
              <List
                label={word('artifacts_label')}
                items={steady.shown}
                idOf={idOf}
                rowHeight={52}
                reuses
                chosen={chosen}
                onBusy={steady.onBusy}
                onEnd={pages.onMore}
                onOpen={(one) => route(addressOf(asked, idOf(one)))}
                actionsOf={actionsOf}
                draw={(one) => <Row artifact={one} />}
              />
            </div>
            <div class="detail">
              {chosen === undefined ? (
                <p class="empty">{word('approvals_choose')}</p>
              ) : (
                <>
                  <BackLink href={addressOf(asked)} />
                  <ArtifactDetail key={chosen} id={chosen} />
                </>
              )}
            </div>
          </div>
        )}
      </Pager>
    </>
  );
}

function Row({ artifact }: { readonly artifact: Artifact }): VNode {
  const conversation = useRow('conversation', artifact.local_conversation_id);
  return (
    <div class="two-lines grow">
      <p>
        <Visible text={artifact.name} />{' '}
        <span class="soft number">{bytesOf(artifact.size_bytes)}</span>
      </p>
      <p class="soft small">
        <Visible text={conversation?.title ?? word('untitled')} /> ·{' '}
        <Time at={artifact.created_at} />
      </p>
    </div>
  );
}

/** How much of what may be kept is used; while not all of it is known, only that it is more. */
function Quota({
  items,
  more,
}: {
  readonly items: readonly Artifact[];
  readonly more: boolean;
}): VNode | null {
  const quota = useAnswer('getSettings').state.value.data?.settings.artifacts.quota_bytes;
  if (quota === undefined) return null;
  const used = items.reduce((sum, { size_bytes: bytes }) => sum + bytes, 0);
  const [shown, most] = [bytesOf(used), bytesOf(quota)];
  return (
    <label class="inline">
      {word(more ? 'artifact_quota_more' : 'artifact_quota', shown, most)}{' '}
      <meter min={0} max={quota} value={used} />
    </label>
  );
}
