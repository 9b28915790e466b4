import { type ReadonlySignal, signal } from '@preact/signals';

import type { ApiError } from '../../../shared/api/operation.ts';
import type { Ask } from '../../api/ask.ts';
import type { Live, AuditEventView } from '../../api/live.ts';
import { EventRing } from './event-ring.ts';
import { askedBy, fits, type TrailFilters } from './filters.ts';

/** More than that is not held: further back, a filter or a moment leads. */
const MOST_HELD = 20_000;

/** More than a screen shows: what is seen first does not wait for more, which then follows by itself. */
const FIRST_PAGE = 60;

const PAGE = 200;

/** After somebody left the list, for so long nothing moves yet. */
const CALM_MS = 2_000;

export interface TrailView {
  /** The same ring each time; a view is new whenever something in it changed. */
  readonly ring: EventRing;
  /** Came while somebody was at the list. */
  readonly waiting: number;
  readonly loading: boolean;
  readonly error: ApiError | null;
  /** The oldest that is kept is among them. */
  readonly ended: boolean;
}

export interface TrailPages {
  readonly view: ReadonlySignal<TrailView>;
  /** A page further back. */
  readonly more: () => Promise<void>;
  /** Asks back until an event is among those held, as far as any may be. */
  readonly reach: (eventId: number) => Promise<void>;
  readonly show: () => void;
  readonly setBusy: (busy: boolean) => void;
  readonly stop: () => void;
}

/** The trail as far as it was looked at: pages asked for at its end, and what happens at its start. */
export function createTrailPages(
  { ask, live }: { readonly ask: Ask; readonly live: Pick<Live, 'on'> },
  filters: TrailFilters,
): TrailPages {
  const stopped = new AbortController();
  let ring = new EventRing(MOST_HELD);
  let cursor: string | null = null;
  let waiting: AuditEventView[] = [];
  let busy = false;
  let calm: ReturnType<typeof setTimeout> | undefined;
  let asking: Promise<void> | null = null;
  const view = signal<TrailView>({ ring, waiting: 0, loading: true, error: null, ended: false });

  function tell(change: Partial<TrailView> = {}): void {
    view.value = { ...view.peek(), ring, waiting: waiting.length, ...change };
  }

  function show(): void {
    for (const event of waiting) ring.addNewer(event);
    waiting = [];
    tell();
  }

  async function page(): Promise<void> {
    const asked = ring;
    tell({ loading: true, error: null });
    const answered = await ask(
      'listEvents',
      {
        query: {
          ...askedBy(filters),
          ...(cursor === null ? { limit: FIRST_PAGE } : { limit: PAGE, cursor }),
        },
      },
      { signal: stopped.signal },
    );
    // All is asked for anew meanwhile: this answer may be older than that.
    if (stopped.signal.aborted || asked !== ring) return;
    if (!answered.ok) {
      tell({ loading: false, error: answered.error });
      return;
    }
    ring.addOlder(answered.value.items);
    cursor = answered.value.next_cursor;
    tell({ loading: false, ended: cursor === null });
  }

  function more(): Promise<void> {
    if (view.peek().ended || ring.isFull) return Promise.resolve();
    if (asking) return asking;
    const mine = page().finally(() => {
      if (asking === mine) asking = null;
    });
    asking = mine;
    return mine;
  }

  async function begin(): Promise<void> {
    await more();
    // None where it failed, or where that was all.
    if (cursor !== null && !stopped.signal.aborted) await more();
  }

  function again(): void {
    ring = new EventRing(MOST_HELD);
    cursor = null;
    waiting = [];
    asking = null;
    tell({ ended: false });
    void begin();
  }

  const off = live.on((news) => {
    if (news.kind === 'missed') again();
    if (news.kind !== 'trail' || !fits(filters, news.event)) return;
    waiting.push(news.event);
    if (busy) tell();
    else show();
  });
  void begin();

  return {
    view,
    more,
    show,
    async reach(eventId) {
      for (;;) {
        const oldest = ring.at(ring.length - 1)?.event_id ?? Infinity;
        const { ended, error } = view.peek();
        if (oldest <= eventId || ended || error !== null || ring.isFull) return;
        await more();
        if (stopped.signal.aborted) return;
      }
    },
    setBusy(is) {
      clearTimeout(calm);
      if (is) busy = true;
      else {
        calm = setTimeout(() => {
          busy = false;
          show();
        }, CALM_MS);
      }
    },
    stop() {
      off();
      clearTimeout(calm);
      stopped.abort();
    },
  };
}
