import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { FrameOf, RuntimeEntry } from '../../../../../shared/protocol/index.ts';
import type { Browsers, LiveClient } from './live-browsers.ts';

/**
 * Registry of the browsers that are connected, and of what each can serve. It is kept in memory only: every browser
 * reports it again after each hello.
 */
export interface Presence {
  /** The browser is about to connect: from here on no other browser gets a job that it holds. */
  returns(clientId: string): void;
  connect(clientId: string, extensionVersion: string): void;
  disconnect(clientId: string): void;
  /**
   * `complete`: these runtimes are all that the browser has; otherwise they change some of them. `startable` is always
   * complete.
   */
  serves(
    clientId: string,
    told: {
      readonly runtimes: readonly Runtime[];
      readonly startable: readonly string[];
    },
    complete: boolean,
  ): void;
  /** The browser reported its sites and pages. */
  reported(clientId: string, report: SiteReport): void;
  /** The latest reports of connected browsers on their sites and pages. */
  reports(): readonly (SiteReport & { readonly clientId: string })[];
  /** Tells whether a connected browser can serve the conversation now. */
  canServe(conversationKey: string): boolean;
  /** Sites on which a connected browser can start a conversation. */
  startable(): readonly string[];
  /** Tells whether the browser is connected and has reported the conversation, even if it cannot serve it. */
  watches(clientId: string, conversationKey: string): boolean;
  /** How many conversations a connected browser has reported. */
  watched(clientId: string): number;
  /** Version of the extension; null if the browser is not connected. */
  extensionVersion(clientId: string): string | null;
  /** How many conversations a browser can serve now. */
  served(clientId: string): number;
  /** The conversation was deleted. */
  forget(conversationKey: string): void;
  /** The key of a conversation changed. */
  rename(from: string, into: ConversationKey): void;
  live(): readonly LiveClient[];
  /** All conversations that connected browsers have reported. */
  runtimes(): readonly (Runtime & { readonly clientId: string })[];
  watching(conversationKey: string): readonly string[];
  isLive(clientId: string): boolean;
  /** Calls `changed` at every change of what is connected or can be served, until the returned function is called. */
  watch(changed: () => void): () => void;
  /** The browsers of this moment; leaseholders include those that disconnected less than a lease ago. */
  browsers(): Browsers;
}

/** A browser's latest report on one conversation: what it can do for it. */
export interface Runtime extends Pick<RuntimeEntry, 'freshness'> {
  readonly conversationKey: ConversationKey;
  readonly status: RuntimeEntry['runtime_status'];
}

/** The sites that a browser knows, and its pages there. It is shown to people and decides nothing. */
export type SiteReport = Pick<FrameOf<'site.report'>, 'sites' | 'pages'>;

/** Statuses in which a browser can serve a conversation. */
const SERVING: readonly Runtime['status'][] = ['ready', 'stale'];

interface Entry {
  readonly extensionVersion: string;
  readonly able: Set<string>;
  /** Runtimes by conversation key. */
  readonly watched: Map<string, Runtime>;
  startable: ReadonlySet<string>;
  report: SiteReport | null;
}

/**
 * @param now In milliseconds, by a clock that nobody sets: after a jump every lease would have ended, while its browser
 *   still sends.
 * @param formerHolders Browsers that hold jobs from before this start: their lease runs from now.
 */
export function createPresence(
  now: () => number,
  leaseMs: number,
  formerHolders: readonly string[],
): Presence {
  const live = new Map<string, Entry>();
  const leftAt = new Map(formerHolders.map((clientId) => [clientId, now()]));

  const watching = new Set<() => void>();
  const changed = (): void => {
    for (const tell of watching) tell();
  };

  const liveClients = (): LiveClient[] =>
    [...live].map(([clientId, { able, startable }]) => ({
      clientId,
      conversationKeys: able,
      startable,
    }));

  return {
    returns(clientId) {
      if (!live.has(clientId)) leftAt.set(clientId, now());
    },
    connect(clientId, extensionVersion) {
      leftAt.delete(clientId);
      const nothing = { able: new Set<string>(), watched: new Map<string, Runtime>() };
      live.set(clientId, { extensionVersion, ...nothing, startable: new Set(), report: null });
      changed();
    },
    disconnect(clientId) {
      if (!live.delete(clientId)) return;
      leftAt.set(clientId, now());
      changed();
    },
    serves(clientId, { runtimes, startable }, complete) {
      const entry = live.get(clientId);
      if (entry === undefined) return;
      const { able, watched } = entry;
      entry.startable = new Set(startable);
      if (complete) {
        able.clear();
        watched.clear();
      }
      for (const runtime of runtimes) {
        const { conversationKey: key, status } = runtime;
        watched.set(key, runtime);
        if (SERVING.includes(status)) able.add(key);
        else able.delete(key);
      }
      changed();
    },
    reported(clientId, { sites, pages }) {
      const entry = live.get(clientId);
      if (entry === undefined) return;
      entry.report = { sites, pages };
      changed();
    },
    reports: () =>
      [...live].flatMap(([clientId, { report }]) =>
        report === null ? [] : [{ ...report, clientId }],
      ),
    rename(from, into) {
      for (const { able, watched } of live.values()) {
        if (able.delete(from)) able.add(into);
        const runtime = watched.get(from);
        if (runtime === undefined) continue;
        watched.delete(from);
        watched.set(into, { ...runtime, conversationKey: into });
      }
    },
    live: liveClients,
    runtimes: () =>
      [...live].flatMap(([clientId, { watched }]) =>
        [...watched.values()].map((runtime) => ({ ...runtime, clientId })),
      ),
    canServe: (key) => [...live.values()].some(({ able }) => able.has(key)),
    startable: () => [...new Set([...live.values()].flatMap(({ startable }) => [...startable]))],
    watches: (clientId, key) => live.get(clientId)?.watched.has(key) ?? false,
    watched: (clientId) => live.get(clientId)?.watched.size ?? 0,
    extensionVersion: (clientId) => live.get(clientId)?.extensionVersion ?? null,
    served: (clientId) => live.get(clientId)?.able.size ?? 0,
    forget(key) {
      for (const { able, watched } of live.values()) {
        able.delete(key);
        watched.delete(key);
      }
      changed();
    },
    watch(tell) {
      watching.add(tell);
      return () => watching.delete(tell);
    },
    watching: (key) =>
      [...live].filter(([, { watched }]) => watched.has(key)).map(([clientId]) => clientId),
    isLive: (clientId) => live.has(clientId),
    browsers() {
      const since = now() - leaseMs;
      for (const [clientId, at] of leftAt) if (at <= since) leftAt.delete(clientId);
      return { live: liveClients(), leaseholders: [...live.keys(), ...leftAt.keys()] };
    },
  };
}
