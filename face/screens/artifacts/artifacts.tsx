import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';

import { bytesOf } from '../../parts/bytes.ts';
import { plainTitle } from '../../parts/conversation-name.tsx';
import { List, NewRows } from '../../parts/list.tsx';
import { Pager } from '../../parts/pager.tsx';
import { useSteady } from '../../parts/steady.ts';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { usePages } from '../../store/pages.ts';
import type { Kinds } from '../../store/rows.ts';
import { useAnswer, useRow } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { ArtifactDetail } from './artifact-detail.tsx';
import './artifacts.css';

type Artifact = Kinds['artifact'];

const idOf = ({ artifact_id }: Artifact): string => artifact_id;

const ORDER = { idOf, rankOf: ({ created_at }: Artifact): number => created_at };

/** What was too long for a message, and is kept here. */
export function Artifacts(): VNode {
  const { route, query } = useLocation();
  const chosen = useRoute().params['id'];
  const conversation = query['conversation'];
  const conversations = useAnswer('listConversations', { query: { limit: 200 } }).state.value.data;
  const pages = usePages(
    'listArtifacts',
    { query: { limit: 100, ...(conversation !== undefined && { conversation }) } },
    ORDER,
  );
  const steady = useSteady(pages.items, idOf);
  const search = conversation === undefined ? '' : `?${new URLSearchParams({ conversation })}`;

  return (
    <>
      <div class="chips">
        <select
          aria-label={word('artifact_conversation')}
          value={conversation ?? ''}
          onChange={({ currentTarget: { value } }) =>
            route(
              value === '' ? '/artifacts' : `/artifacts?conversation=${encodeURIComponent(value)}`,
            )
          }
        >
          <option value="">{word('artifact_conversation')}</option>
          {conversations?.items.map(({ local_conversation_id: id, title }) => (
            <option key={id} value={id}>
              {plainTitle(title)}
            </option>
          ))}
        </select>
        <Quota items={pages.items} more={pages.more} />
      </div>
      <Pager pages={pages}>
        {steady.shown.length === 0 && chosen === undefined ? (
          <p class="empty">{word('artifacts_empty')}</p>
        ) : (
          <div class="split" data-chosen={chosen !== undefined}>
            <div class="column">
              <NewRows count={steady.waiting} show={steady.show} />
              <List
                label={word('artifacts_label')}
                items={steady.shown}
                idOf={idOf}
                rowHeight={52}
                chosen={chosen}
                onBusy={steady.onBusy}
                onEnd={pages.onMore}
                onOpen={(one) => route(`/artifacts/${idOf(one)}${search}`)}
                draw={(one) => <Row artifact={one} />}
              />
            </div>
            <div class="detail">
              {chosen === undefined ? (
                <p class="empty">{word('approvals_choose')}</p>
              ) : (
                <ArtifactDetail key={chosen} id={chosen} />
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
