import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { DownloadLink } from '../../parts/download-link.tsx';
import { useKeys } from '../../parts/keys.ts';
import { exactTime } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useAnswer, useRow, useWorld } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import {
  askedBy,
  exportPath,
  type Moment,
  readMoment,
  type TrailFilters,
  trailPath,
} from './filters.ts';

interface TrailBarProps {
  readonly filters: TrailFilters;
  readonly grouped: boolean;
  /** Events are there: what there are of each type may be counted. */
  readonly isFilled: boolean;
  readonly onGroup: () => void;
  readonly onJump: (moment: Moment) => void;
  readonly onCopy: () => void;
}

/** The types there are, but those that are shown alone. */
function Types({ filters }: { readonly filters: TrailFilters }): VNode {
  const kept = useAnswer('countEvents', {
    query: askedBy({ ...filters, types: [], q: null }),
  }).state.value.data;
  return (
    <>
      {topicsOf(kept?.items ?? [])
        .filter(({ type }) => !filters.types.includes(type))
        .map(({ type, count }) => (
          <option key={type} value={type}>{`${type} (${count})`}</option>
        ))}
    </>
  );
}

/** Filters of the trail, and a field to jump in it. */
export function TrailBar(props: TrailBarProps): VNode {
  const { filters, grouped, isFilled, onGroup, onJump, onCopy } = props;
  const { route } = useLocation();
  const { live } = useWorld();
  const jumpField = useRef<HTMLInputElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const [unread, setUnread] = useState(false);
  const go = (change: Partial<TrailFilters>): void => route(trailPath({ ...filters, ...change }));

  useKeys('trail_filters', [
    { keys: 'Shift+:', says: 'trail_jump', run: () => jumpField.current?.focus() },
    { keys: '/', says: 'trail_search', run: () => searchField.current?.focus() },
  ]);

  function jump(event: Event): void {
    event.preventDefault();
    const moment = readMoment(jumpField.current?.value ?? '', live.now());
    setUnread(moment === null);
    if (moment !== null) onJump(moment);
  }

  function from(event: Event & { readonly currentTarget: HTMLInputElement }): void {
    const moment = readMoment(event.currentTarget.value.replace('T', ' '), live.now());
    if (moment?.kind === 'time') go({ from: moment.at });
  }

  return (
    <div class="chips of-list" role="group" aria-label={word('trail_filters')}>
      {filters.types.map((type) => (
        <Chip
          key={type}
          onDrop={() => go({ types: filters.types.filter((one) => one !== type) })}
          name={type}
        >
          <code>{type}</code>
        </Chip>
      ))}
      {filters.conversation !== null && (
        <Chip onDrop={() => go({ conversation: null })} name={word('trail_conversation')}>
          {word('trail_in')} <Title id={filters.conversation} />
        </Chip>
      )}
      {filters.subject !== null && (
        <Chip onDrop={() => go({ subject: null })} name={word('trail_subject')}>
          {word('trail_subject')} <Visible text={filters.subject} />
        </Chip>
      )}
      {filters.from !== null && (
        <Chip onDrop={() => go({ from: null })} name={word('trail_from')}>
          {word('trail_from')} {exactTime(filters.from)}
        </Chip>
      )}
      {filters.q !== null && (
        <Chip onDrop={() => go({ q: null })} name={word('trail_search')}>
          “<Visible text={filters.q} />”
        </Chip>
      )}
      <select
        aria-label={word('trail_type')}
        value=""
        onChange={({ currentTarget: { value } }) => go({ types: [...filters.types, value] })}
      >
        <option value="">{word('trail_type')}</option>
        {isFilled && <Types filters={filters} />}
      </select>
      {filters.from === null && (
        <label class="inline">
          {word('trail_from')} <input type="datetime-local" onChange={from} />
        </label>
      )}
      <input
        ref={searchField}
        type="search"
        placeholder={word('trail_search')}
        aria-label={word('trail_search')}
        value={filters.q ?? ''}
        onChange={({ currentTarget: { value } }) => go({ q: value.trim() || null })}
      />
      <form onSubmit={jump}>
        <input
          ref={jumpField}
          placeholder={word('trail_jump')}
          aria-label={word('trail_jump')}
          aria-invalid={unread}
          title={word('trail_jump_how')}
        />
      </form>
      {unread && <span role="alert">{word('trail_jump_how')}</span>}
      <button type="button" class="plain" aria-pressed={grouped} onClick={onGroup}>
        {word('trail_group')}
        <kbd aria-hidden="true">G</kbd>
      </button>
      <DownloadLink path={exportPath(filters)} name="baton-trail.jsonl" kind="plain">
        {word('trail_export')}
      </DownloadLink>
      <button type="button" class="plain" onClick={onCopy}>
        {word('trail_copy')}
      </button>
    </div>
  );
}

interface Count {
  readonly type: string;
  readonly count: number;
}

/** Topics as `approval.*`, and below each its types where there are several. */
function topicsOf(counts: readonly Count[]): readonly Count[] {
  const topics = Map.groupBy(counts, ({ type }) => type.split('.')[0] ?? '');
  return [...topics]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([topic, types]) => [
      { type: `${topic}.*`, count: types.reduce((sum, one) => sum + one.count, 0) },
      ...(types.length > 1 ? types : []),
    ]);
}

function Chip({
  name,
  onDrop,
  children,
}: {
  readonly name: string;
  readonly onDrop: () => void;
  readonly children: preact.ComponentChildren;
}): VNode {
  return (
    <span class="chip">
      {children}
      <button type="button" class="link" aria-label={word('drop_filter', name)} onClick={onDrop}>
        ×
      </button>
    </span>
  );
}

function Title({ id }: { readonly id: string }): VNode {
  const conversation = useRow('conversation', id);
  return <Visible text={conversation?.title ?? id} />;
}
