import type { VNode } from 'preact';
import { useRoute } from 'preact-iso/router';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { Block } from '../../parts/block.tsx';
import { useAnswer } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';
import { Grants } from './grants.tsx';
import { ResourceDetail } from './resource-detail.tsx';
import { SessionCard } from './session-card.tsx';
import './resources.css';

type Session = ResponseOf<'listSessions'>['items'][number];
type Resource = ResponseOf<'listResources'>['items'][number];

/** Who works in which pages and terminals, what they do there, and how a person stops it. */
export function Resources(): VNode {
  const chosen = useRoute().params['id'];
  const sessions = useAnswer('listSessions');
  const resources = useAnswer('listResources');
  const isAnyOpen = (resources.state.value.data?.items.length ?? 0) > 0;
  return (
    <div class="split resources" data-chosen={chosen !== undefined}>
      <div class="stack">
        <Block {...sessions}>
          {({ items }) => (
            <Block {...resources}>
              {(open) => <Sessions sessions={items} open={open.items} chosen={chosen} />}
            </Block>
          )}
        </Block>
        <Grants />
      </div>
      <div class="detail">
        {chosen === undefined ? (
          isAnyOpen && <p class="empty">{word('resources_choose')}</p>
        ) : (
          <>
            <BackLink href="/resources" />
            <ResourceDetail key={chosen} id={chosen} />
          </>
        )}
      </div>
    </div>
  );
}

function Sessions({
  sessions,
  open,
  chosen,
}: {
  readonly sessions: readonly Session[];
  readonly open: readonly Resource[];
  readonly chosen: string | undefined;
}): VNode {
  const of = (session: Session): readonly Resource[] =>
    open.filter((one) => one.chat_session_id === session.chat_session_id);
  const working = sessions.filter((one) => of(one).length > 0);
  const idle = sessions.filter((one) => !working.includes(one));
  const card = (session: Session): VNode => (
    <SessionCard
      key={session.chat_session_id}
      session={session}
      open={of(session)}
      chosen={chosen}
    />
  );
  return (
    <>
      {working.length === 0 && <p class="empty">{word('resources_empty')}</p>}
      {working.map(card)}
      {idle.length > 0 && (
        <details>
          <summary>{counted('resources_idle', idle.length)}</summary>
          {idle.map(card)}
        </details>
      )}
    </>
  );
}
