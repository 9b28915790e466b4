import type { VNode } from 'preact';

import type { AuditEventView } from '../../api/live.ts';
import { Mark } from '../../parts/mark.tsx';
import { clockTime, exactTime } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useRow } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';
import { isFailure, type TrailRow } from './group-events.ts';
import { sentenceOf } from './sentence.ts';

/** One event as one sentence. */
export function EventLine({
  event,
  inGroup = false,
  isLastSeen = false,
}: {
  readonly event: AuditEventView;
  readonly inGroup?: boolean;
  /** true: the events above came since the person last looked. */
  readonly isLastSeen?: boolean;
}): VNode {
  if (event.type === 'store.restored') return <Gap event={event} />;
  const { who, did, about } = sentenceOf(event);
  return (
    <>
      <span class="number soft" title={exactTime(event.at)}>
        {inGroup && '  '}
        {clockTime(event.at, true)}
      </span>
      <span class="grow">
        <span class="soft">{who}</span> {isFailure(event) ? <Mark tone="bad">{did}</Mark> : did}{' '}
        {about !== null && (
          <code>
            <Visible text={about} />
          </code>
        )}{' '}
        {!inGroup && <InConversation id={event.local_conversation_id} />}
      </span>
      {isLastSeen && <span class="trail-seen">▲ {word('trail_seen')}</span>}
      <span class="soft number trail-id">#{event.event_id}</span>
    </>
  );
}

/** Between what was kept and what came after lies what nobody knows any more. */
function Gap({ event: { at, detail, event_id: id } }: { readonly event: AuditEventView }): VNode {
  const made = detail['backup_made_at'];
  return (
    <>
      <span class="number soft" title={exactTime(at)}>
        {clockTime(at, true)}
      </span>
      <strong class="grow trail-gap">
        {word('trail_restored', typeof made === 'number' ? exactTime(made) : '?')}
      </strong>
      <span class="soft number trail-id">#{id}</span>
    </>
  );
}

function InConversation({ id }: { readonly id: string | null }): VNode | null {
  const conversation = useRow('conversation', id ?? '');
  if (id === null) return null;
  return (
    <span class="soft">
      {word('trail_in')} <Visible text={conversation?.title ?? word('untitled')} />
    </span>
  );
}

/** All that happened to one thing, in a line: its newest event, and how many there are. */
export function GroupLine({
  group: { events, failed, open },
}: {
  readonly group: Extract<TrailRow, { readonly kind: 'group' }>;
}): VNode | null {
  const [newest] = events;
  if (newest === undefined) return null;
  const { did, about } = sentenceOf(newest);
  return (
    <>
      <span aria-hidden="true">{open ? '▾' : '▸'}</span>
      <span class="number soft" title={exactTime(newest.at)}>
        {clockTime(newest.at)}
      </span>
      <strong class="grow">
        {failed ? <Mark tone="bad">{did}</Mark> : did}{' '}
        {about !== null && (
          <code>
            <Visible text={about} />
          </code>
        )}{' '}
        <InConversation id={newest.local_conversation_id} />
      </strong>
      <span class="soft">{counted('trail_events', events.length)}</span>
    </>
  );
}
