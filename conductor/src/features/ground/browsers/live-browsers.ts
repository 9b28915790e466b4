/** A browser that is connected now, and what it can serve. */
export interface LiveClient {
  readonly clientId: string;
  /** Conversations that it can serve now. */
  readonly conversationKeys: ReadonlySet<string>;
  /** Platforms on which it can start a conversation. */
  readonly startable: ReadonlySet<string>;
}

/** The browsers at one moment. */
export interface Browsers {
  /** The longest connected first. */
  readonly live: readonly LiveClient[];
  /** Browsers that are connected, or disconnected so recently that their leases still hold. */
  readonly leaseholders: readonly string[];
}
