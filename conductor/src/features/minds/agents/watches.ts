/** Lets callers wait until something changes. */
export interface Watches {
  /** Resolves when one of the keys changes, or the signal aborts. Ask before you look: nothing is missed then. */
  next(keys: readonly string[], signal: AbortSignal): Promise<void>;
  changed(key: string): void;
  /** Anything may have changed. */
  allChanged(): void;
}

export function createWatches(): Watches {
  const waiting = new Map<string, Set<() => void>>();
  return {
    next(keys, signal) {
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
    },
    changed(key) {
      for (const end of waiting.get(key) ?? []) end();
    },
    allChanged() {
      for (const ends of waiting.values()) for (const end of ends) end();
    },
  };
}
