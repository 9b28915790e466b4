/** Tells the followers of the trail that it has grown. They read the new events themselves, each at its own speed. */
export interface EventFeed {
  /** Returns a function that ends the subscription. */
  subscribe(grown: () => void): () => void;
  grown(): void;
  /** Aborts `closed`, so that followers end. */
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
