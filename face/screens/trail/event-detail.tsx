import type { VNode } from 'preact';

import { steeringShown } from '../../../shared/lib/visible-text.ts';
import type { AuditEventView } from '../../api/live.ts';
import { Block } from '../../parts/block.tsx';
import { exactTime } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useAnswer, useRow, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { EventLine } from './event-line.tsx';
import { NO_FILTERS, type TrailFilters, trailPath } from './filters.ts';
import { sentenceOf } from './sentence.ts';

/** Events shown: the one, and half of the rest on either side. */
const SHOWN = 9;

interface EventDetailProps {
  readonly id: number;
  readonly filters: TrailFilters;
}

/** One event whole, and what happened around it, whatever is filtered. */
export function EventDetail({ id, filters }: EventDetailProps): VNode {
  const { state, again } = useAnswer('listEvents', { query: { around: id, limit: SHOWN } });
  return (
    <Block state={state} again={again}>
      {({ items }) => {
        const event = items.find((one) => one.event_id === id);
        return event === undefined ? (
          <p class="empty">{word('trail_not_kept', id)}</p>
        ) : (
          <Whole event={event} around={items} filters={filters} />
        );
      }}
    </Block>
  );
}

interface WholeProps {
  readonly event: AuditEventView;
  readonly around: readonly AuditEventView[];
  readonly filters: TrailFilters;
}

function Whole({ event, around, filters }: WholeProps): VNode {
  const toast = useToast();
  const { event_id: id, local_conversation_id: conversationId } = event;
  const conversation = useRow('conversation', conversationId ?? '');
  const { who, did } = sentenceOf(event);
  const json = JSON.stringify(event, null, 2);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(json);
    toast({ text: word('copied'), tone: 'good' });
  }
  return (
    <section class="card" aria-label={`#${id}`}>
      <header class="asked">
        <h2>
          {who} {did}
        </h2>
        <a class="close" href={trailPath(filters)} aria-label={word('close')}>
          ×
        </a>
      </header>
      <p class="soft">
        #{id} · {exactTime(event.at)}
        {conversationId !== null && (
          <>
            {' · '}
            <a href={`/conversations/${conversationId}`}>
              <Visible text={conversation?.title ?? word('untitled')} />
            </a>
          </>
        )}
      </p>
      <pre>
        <bdi>{steeringShown(json)}</bdi>
      </pre>
      <div class="buttons">
        <button type="button" class="plain" onClick={() => void copy()}>
          {word('copy')}
        </button>
        <a href={trailPath({ ...NO_FILTERS, subject: event.subject_id }, id)}>
          {word('trail_same_subject')}
        </a>
      </div>
      <h3>{word('trail_around')}</h3>
      <ul class="around">
        {around.map((one) => (
          <li key={one.event_id} aria-current={one.event_id === id ? 'true' : undefined}>
            <a href={trailPath(filters, one.event_id)}>
              <EventLine event={one} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
