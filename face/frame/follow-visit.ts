import type { Ask } from '../api/ask.ts';
import type { AuditEventView, LiveNews } from '../api/live.ts';
import type { Visit } from '../store/visit.ts';

/** The page as a person looks at it. */
export interface Looks {
  readonly looking: () => boolean;
  /** Calls back when the person comes or leaves. */
  readonly onChange: (listener: () => void) => () => void;
}

/** Looked at all the while, the mark is moved no more often. */
const LEAST_BETWEEN_MS = 10_000;

interface Parts {
  readonly ask: Ask;
  readonly looks: Looks;
  /** Tabs of one browser are one session: what one of them saw, all did. */
  readonly tabs: BroadcastChannel;
}

/** Tells a visit what came while nobody looked, and the conductor how far somebody did. */
export function followVisit(
  { seenBefore, unseen }: Visit,
  { ask, looks, tabs }: Parts,
): { readonly hear: (news: LiveNews) => void; readonly stop: () => void } {
  const waiting = new Set<string>();
  let newest = 0;
  let mark: number | null = null;
  let markedAt = -Infinity;
  let begun = false;
  let isAway = !looks.looking();

  tabs.addEventListener('message', ({ data }: MessageEvent<number>) => saw(data));
  const stop = looks.onChange(() => {
    if (isAway !== looks.looking()) return;
    isAway = !isAway;
    if (!isAway && mark !== null && newest > mark) seenBefore.value = mark;
    markSeen();
  });

  /** All up to that event was looked at. */
  function saw(eventId: number): void {
    mark = Math.max(mark ?? 0, eventId);
    if (mark < newest) return;
    waiting.clear();
    unseen.value = 0;
  }

  function markSeen(): void {
    if (mark === null || newest <= mark) return;
    saw(newest);
    tabs.postMessage(newest);
    markedAt = performance.now();
    // Whether it is kept or not, it was seen here.
    void ask('markSeen', { body: { seen_event_id: newest } });
  }

  function note({ type, subject_id: id, event_id: at }: AuditEventView): void {
    if (!type.startsWith('approval.') || (mark !== null && at <= mark)) return;
    if (type === 'approval.opened') waiting.add(id);
    else waiting.delete(id);
    unseen.value = waiting.size;
  }

  async function begin(): Promise<void> {
    const sessions = await ask('listFaceSessions', {});
    const own = sessions.ok ? sessions.value.items.find(({ current }) => current) : undefined;
    begun = own !== undefined;
    if (own === undefined) return;
    mark = Math.max(mark ?? 0, own.seen_event_id);
    seenBefore.value = mark;
    if (isAway) await recount();
    else markSeen();
  }

  async function recount(): Promise<void> {
    const answered = await ask('listEvents', { query: { type: 'approval.*', limit: 100 } });
    if (answered.ok) answered.value.items.toReversed().forEach(note);
  }

  return {
    stop,
    hear(news) {
      if (news.kind === 'trail') newest = Math.max(newest, news.event.event_id);
      if (news.kind === 'here') newest = Math.max(newest, news.here.newest_event_id);
      if (news.kind === 'here' && !begun) {
        begun = true;
        void begin();
      }
      if (isAway) {
        if (news.kind === 'trail') note(news.event);
        if (news.kind === 'missed' && mark !== null) void recount();
      } else if (performance.now() - markedAt > LEAST_BETWEEN_MS) markSeen();
    },
  };
}

export const looksAtDocument: Looks = {
  looking: () => document.visibilityState === 'visible' && document.hasFocus(),
  onChange(listener) {
    document.addEventListener('visibilitychange', listener);
    window.addEventListener('focus', listener);
    window.addEventListener('blur', listener);
    return () => {
      document.removeEventListener('visibilitychange', listener);
      window.removeEventListener('focus', listener);
      window.removeEventListener('blur', listener);
    };
  },
};
