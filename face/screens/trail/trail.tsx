import type { VNode } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import type { AuditEventView } from '../../api/live.ts';
import { type KeyRow, useKeys } from '../../parts/keys.ts';
import { type Items, List, NewRows } from '../../parts/list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { exactTime } from '../../parts/time.tsx';
import { useNarrow } from '../../parts/use-narrow.ts';
import { useAnswer, useToast, useWorld } from '../../store/world.ts';
import { loadEventWords } from '../../words/event-words.ts';
import { counted, word } from '../../words/word.ts';
import { EventDetail } from './event-detail.tsx';
import { EventLine, GroupLine } from './event-line.tsx';
import { askedBy, type Moment, readFilters, type TrailFilters, trailPath } from './filters.ts';
import { groupEvents, rowId, type TrailRow } from './group-events.ts';
import { createTrailPages, type TrailPages } from './trail-pages.ts';
import { TrailBar } from './trail-bar.tsx';
import './trail.css';

// They come while the events are asked for.
loadEventWords();

/** Events, the newest first. */
export function Trail(): VNode {
  const { query } = useLocation();
  const { ask, live } = useWorld();
  const filters = readFilters(query);
  const key = trailPath(filters);
  const pages = useMemo(() => createTrailPages({ ask, live }, filters), [ask, live, key]);
  useEffect(() => pages.stop, [pages]);
  return <Rows key={key} pages={pages} filters={filters} />;
}

/** Asked for once there are events to look at: to count a hundred thousand takes longer than to read the newest. */
function Beneath({ pages, filters }: RowsProps): VNode {
  // Titles of conversations, for all rows at once.
  useAnswer('listConversations', { query: { limit: 200 } });
  const { q: _unasked, ...narrowed } = askedBy(filters);
  const counts = useAnswer('countEvents', { query: narrowed }).state.value.data;
  const { loading, ended, ring } = pages.view.value;
  return (
    <>
      {counts !== undefined &&
        counted(counts.whole ? 'trail_kept' : 'trail_kept_more', counts.total)}
      {loading && ` · ${word('loading')}`}
      {ended &&
        typeof counts?.kept_since === 'number' &&
        ` · ${word('trail_oldest', exactTime(counts.kept_since))}`}
      {ring.isFull && ` · ${word('list_full')}`}
    </>
  );
}

interface RowsProps {
  readonly pages: TrailPages;
  readonly filters: TrailFilters;
}

function Rows({ pages, filters }: RowsProps): VNode {
  const { query, route } = useLocation();
  const toast = useToast();
  const { ask, visit } = useWorld();
  const [grouped, group] = useState(false);
  const isNarrow = useNarrow();
  const [turned, turn] = useState<ReadonlySet<string>>(new Set());
  const view = pages.view.value;
  const { ring, waiting, loading, error } = view;
  const seenBefore = visit.seenBefore.value;
  const seen = useMemo(() => lastSeen(ring, seenBefore), [view, seenBefore]);
  const chosen = Number(query['event']) || null;
  const rows: Items<TrailRow> = useMemo(
    () => (grouped ? groupEvents(ring, turned) : asRows(ring)),
    [view, grouped, turned],
  );
  // The same one while nothing of it is another: a page further back draws no row again.
  const draw = useCallback(
    (row: TrailRow) =>
      row.kind === 'event' ? (
        <EventLine
          event={row.event}
          inGroup={row.inGroup}
          isLastSeen={!grouped && row.event.event_id === seen}
        />
      ) : (
        <GroupLine group={row} />
      ),
    [grouped, seen],
  );
  // Once true it stays so, also while a page further back is asked for.
  const isFilled = ring.length > 0 || !loading;

  useKeys('place_trail', [
    { keys: 'Shift+G', says: 'trail_group', run: () => group(!grouped) },
    { keys: 'Escape', says: 'close', run: () => route(trailPath(filters)) },
  ]);

  useEffect(() => {
    if (chosen !== null) void pages.reach(chosen);
  }, [pages, chosen]);

  function open(row: TrailRow): void {
    if (row.kind === 'event') {
      route(trailPath(filters, row.event.event_id), true);
      return;
    }
    const next = new Set(turned);
    if (!next.delete(row.subject)) next.add(row.subject);
    turn(next);
  }

  function actionsOf(row: TrailRow): readonly KeyRow[] {
    if (row.kind === 'group') return [];
    const { event } = row;
    const { subject_id: subject, local_conversation_id: conversation } = event;
    return [
      {
        keys: 's',
        says: 'trail_same_subject',
        run: () => route(trailPath({ ...filters, subject })),
      },
      ...(conversation === null
        ? []
        : [
            {
              keys: 'c',
              says: 'trail_only_chat' as const,
              run: () => route(trailPath({ ...filters, conversation })),
            },
          ]),
      { keys: 'y', says: 'trail_copy_one', run: () => void copy([event], word('copied')) },
    ];
  }

  async function jump(moment: Moment): Promise<void> {
    let found = moment.kind === 'id' ? moment.id : null;
    if (moment.kind === 'time') {
      const query = { ...askedBy(filters), to: moment.at + 1, limit: 1 };
      const answered = await ask('listEvents', { query });
      found = answered.ok ? (answered.value.items[0]?.event_id ?? null) : null;
    }
    if (found === null) toast({ text: word('trail_nothing_there'), tone: 'bad' });
    else route(trailPath(filters, found), true);
  }

  async function copy(events: readonly AuditEventView[], says: string): Promise<void> {
    const lines = events.map((event) => JSON.stringify(event));
    await navigator.clipboard.writeText(`${lines.join('\n')}\n`);
    toast({ text: says, tone: 'good' });
  }

  return (
    <>
      <TrailBar
        filters={filters}
        grouped={grouped}
        isFilled={isFilled}
        onGroup={() => group(!grouped)}
        onJump={(moment) => void jump(moment)}
        onCopy={() => void copy(ring.slice(0, ring.length), counted('trail_copied', ring.length))}
      />
      {error && <Problem error={error} again={() => void pages.more()} />}
      <div class="split trail" data-chosen={chosen !== null}>
        <div class="column">
          <NewRows count={waiting} show={pages.show} />
          {ring.length === 0 && !loading && error === null ? (
            <p class="empty">{word(isFiltered(filters) ? 'trail_none_fits' : 'trail_empty')}</p>
          ) : (
            <List
              label={word('trail_label')}
              items={rows}
              idOf={rowId}
              rowHeight={isNarrow ? 46 : 28}
              reuses
              chosen={chosen === null ? undefined : String(chosen)}
              onBusy={pages.setBusy}
              onOpen={open}
              actionsOf={actionsOf}
              onEnd={() => void pages.more()}
              draw={draw}
            />
          )}
          <p class="soft small trail-foot" role="status">
            {isFilled && <Beneath pages={pages} filters={filters} />}
          </p>
        </div>
        {chosen !== null && (
          <div class="detail">
            <EventDetail id={chosen} filters={filters} />
          </div>
        )}
      </div>
    </>
  );
}

/** The same row for the same event: what was drawn needs no drawing again. */
const rowsOf = new WeakMap<AuditEventView, TrailRow>();

function asRow(event: AuditEventView): TrailRow {
  const known = rowsOf.get(event);
  if (known !== undefined) return known;
  const row: TrailRow = { kind: 'event', event, inGroup: false };
  rowsOf.set(event, row);
  return row;
}

/** The ring, read as rows: nothing is copied. */
function asRows(ring: TrailPages['view']['value']['ring']): Items<TrailRow> {
  return {
    get length() {
      return ring.length;
    },
    at(index) {
      const event = ring.at(index);
      return event && asRow(event);
    },
    slice: (from, to) => ring.slice(from, to).map(asRow),
    findIndex: (matches) => ring.findIndex((event) => matches(asRow(event))),
  };
}

/** The newest event that was looked at before this visit; null: none of those held, or nothing came since. */
function lastSeen(
  ring: TrailPages['view']['value']['ring'],
  seenBefore: number | null,
): number | null {
  if (seenBefore === null) return null;
  const at = ring.findIndex(({ event_id: id }) => id <= seenBefore);
  return at > 0 ? (ring.at(at)?.event_id ?? null) : null;
}

function isFiltered(filters: TrailFilters): boolean {
  return trailPath(filters) !== '/trail';
}
