/** Tells whoever follows the trail that it has grown. What is new they read themselves, each at their own speed. */
export interface EventFeed {
  /** Returns a function that ends it. */
  subscribe(grown: () => void): () => void;
  grown(): void;
  /** Resolves followers' `closed`. */
  close(): void;
  readonly closed: AbortSignal;
}

/** A feed without subscribers. */
export function createEventFeed(): EventFeed {
  const followers = new Set<() => void>();
  const closing = new AbortController();
  return {
    subscribe(grown) {
      followers.add(grown);
      return () => followers.delete(grown);
    },
    grown() {
      for (const follower of followers) follower();
    },
    close: () => closing.abort(),
    closed: closing.signal,
  };
}
