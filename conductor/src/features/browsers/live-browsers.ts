/** A browser that is connected now, and what it can serve. */
export interface LiveClient {
  readonly clientId: string;
  /** Keys of conversations it has a usable runtime for. */
  readonly conversationKeys: ReadonlySet<string>;
  /** Sites on which it can start a new conversation. */
  readonly startable: ReadonlySet<string>;
}

/** Which browsers there are at a moment. */
export interface Browsers {
  /** The longest connected first. */
  readonly live: readonly LiveClient[];
  /** Browsers that are connected, or left so recently that their leases still stand. */
  readonly leaseholders: readonly string[];
}
