import type { Browsers, LiveClient } from './live-browsers.ts';

/**
 * Which browsers are connected and what each can serve. In memory only: it is about now, and every browser
 * tells it anew after each hello.
 */
export interface Presence {
  /** It is about to connect: from here on nobody is given what it will be told that it holds. */
  returns(clientId: string): void;
  connect(clientId: string, extensionVersion: string): void;
  disconnect(clientId: string): void;
  /** `complete`: the keys are all it can serve. `startable` is always all. */
  serves(
    clientId: string,
    keys: {
      readonly able: readonly string[];
      readonly unable: readonly string[];
      readonly startable: readonly string[];
    },
    complete: boolean,
  ): void;
  /** A connected browser can serve the conversation now. */
  canServe(conversationKey: string): boolean;
  /** Sites on which a connected browser can start a conversation. */
  startable(): readonly string[];
  /** A connected browser has reported the conversation, whether or not it can serve it. */
  watches(clientId: string, conversationKey: string): boolean;
  /** How many conversations a connected browser has reported. */
  watched(clientId: string): number;
  /** Of the extension in a connected browser; null: it is not connected. */
  extensionVersion(clientId: string): string | null;
  /** How many conversations a browser can serve now. */
  served(clientId: string): number;
  /** The conversation is gone. */
  forget(conversationKey: string): void;
  /** A conversation's key changed. */
  rename(from: string, into: string): void;
  live(): readonly LiveClient[];
  watching(conversationKey: string): readonly string[];
  isLive(clientId: string): boolean;
  /** Calls at every change of what is connected and of what can be served, until the returned function is called. */
  watch(changed: () => void): () => void;
  /** As they are now; leaseholders are those that left less than a lease ago, too. */
  browsers(): Browsers;
}

interface Entry {
  readonly extensionVersion: string;
  readonly able: Set<string>;
  readonly watched: Set<string>;
  startable: ReadonlySet<string>;
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
      const nothing = { able: new Set<string>(), watched: new Set<string>() };
      live.set(clientId, { extensionVersion, ...nothing, startable: new Set() });
      changed();
    },
    disconnect(clientId) {
      if (!live.delete(clientId)) return;
      leftAt.set(clientId, now());
      changed();
    },
    serves(clientId, { able, unable, startable }, complete) {
      const entry = live.get(clientId);
      if (entry === undefined) return;
      entry.startable = new Set(startable);
      if (complete) {
        entry.able.clear();
        entry.watched.clear();
      }
      for (const key of able) {
        entry.able.add(key);
        entry.watched.add(key);
      }
      for (const key of unable) {
        entry.able.delete(key);
        entry.watched.add(key);
      }
      changed();
    },
    rename(from, into) {
      for (const { able, watched } of live.values()) {
        for (const keys of [able, watched]) if (keys.delete(from)) keys.add(into);
      }
    },
    live: liveClients,
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
