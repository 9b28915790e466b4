/** Lets callers wait until something changes. */
export interface Watches {
  /** Resolves when one of the keys changes, or the signal aborts. Ask before you look: nothing is missed then. */
  next(keys: readonly string[], signal: AbortSignal): Promise<void>;
  /**
   * Looks now, and again whenever one of the keys changes, until something is found. Null: the signal aborted before.
   * Rejects with what `look` throws.
   */
  until<Found>(
    keys: readonly string[],
    look: () => Promise<Found | null>,
    signal: AbortSignal,
  ): Promise<Found | null>;
  changed(key: string): void;
  /** Anything may have changed. */
  allChanged(): void;
  /** Tells whether anyone waits. */
  isWatched(): boolean;
}

/** Waits of which none has begun. */
export function createWatches(): Watches {
  const waiting = new Map<string, Set<() => void>>();

  function next(keys: readonly string[], signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        for (const key of keys) {
          const others = waiting.get(key);
          others?.delete(end);
          if (others?.size === 0) waiting.delete(key);
        }
        signal.removeEventListener('abort', end);
        resolve();
      };
      for (const key of keys) waiting.set(key, (waiting.get(key) ?? new Set()).add(end));
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
    });
  }

  return {
    next,
    async until(keys, look, signal) {
      const over = new AbortController();
      try {
        for (;;) {
          const changed = next(keys, AbortSignal.any([signal, over.signal]));
          const found = await look();
          if (found !== null || signal.aborted) return found;
          await changed;
        }
      } finally {
        over.abort();
      }
    },
    changed(key) {
      for (const end of waiting.get(key) ?? []) end();
    },
    allChanged() {
      for (const ends of waiting.values()) for (const end of ends) end();
    },
    isWatched: () => waiting.size > 0,
  };
}
