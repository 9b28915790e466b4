import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { Clock } from '../../../../engine/runtime.ts';

/** Content of a tab, as its client shows it. */
export interface UiTab {
  readonly [more: string]: unknown;
  readonly url: string;
  readonly title: string;
  readonly view_key: string | null;
  readonly panel_key: string | null;
}

export interface TabSnapshot {
  readonly conversationKey: ConversationKey;
  readonly clientId: string;
  readonly tabId: string;
  readonly seq: number;
  readonly tab: UiTab;
  readonly at: number;
}

/** Who closes a tab need not say so. */
const TTL_MS = 60_000;

/** Most snapshots of all conversations; no person has more tabs open. */
const MAX_SNAPSHOTS = 1_000;

/** Snapshots that clients sent of their tabs, in memory: of each tab the newest, for a while. */
export interface TabSnapshots {
  /** The newest number then; the snapshot was taken if it is its own. */
  put(snapshot: Omit<TabSnapshot, 'at'>): number;
  /** The newest first. */
  of(conversationKey: ConversationKey): readonly TabSnapshot[];
  /** Resolves with the first that fits and that is told of from now on; null: none was in that time. */
  next(
    fits: (snapshot: TabSnapshot) => boolean,
    within: { readonly ms: number; readonly signal: AbortSignal },
  ): Promise<TabSnapshot | null>;
}

export function createTabSnapshots(now: Clock): TabSnapshots {
  /** The longest untold first. */
  const known = new Map<string, TabSnapshot>();
  const waiting = new Set<(snapshot: TabSnapshot) => void>();

  const isFresh = ({ at }: TabSnapshot): boolean => now() - at < TTL_MS;

  return {
    put(told) {
      const key = JSON.stringify([told.conversationKey, told.clientId, told.tabId]);
      const before = known.get(key);
      if (before !== undefined && isFresh(before) && before.seq >= told.seq) return before.seq;
      const snapshot = { ...told, at: now() };
      known.delete(key);
      known.set(key, snapshot);
      for (const [other, old] of known) {
        if (isFresh(old) && known.size <= MAX_SNAPSHOTS) break;
        known.delete(other);
      }
      for (const tell of waiting) tell(snapshot);
      return told.seq;
    },

    of: (conversationKey) =>
      [...known.values()]
        // guard: tab-own-session
        .filter((one) => one.conversationKey === conversationKey && isFresh(one))
        .toReversed(),

    async next(fits, { ms, signal }) {
      const { promise, resolve } = Promise.withResolvers<TabSnapshot | null>();
      const tell = (snapshot: TabSnapshot): void => {
        if (fits(snapshot)) resolve(snapshot);
      };
      const giveUp = (): void => resolve(null);
      const timer = setTimeout(giveUp, ms);
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.add(tell);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        waiting.delete(tell);
      }
    },
  };
}
