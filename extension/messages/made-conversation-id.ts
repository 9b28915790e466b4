const PREFIX = 'made-';

/** An id of ours, for a conversation that has none of its site's. One page has it: what it shows is the conversation. */
export function makeConversationId(): string {
  return PREFIX + crypto.randomUUID();
}

/** Tells whether Baton made the id up because the site has none. */
export function isMade(remoteConversationId: string): boolean {
  return remoteConversationId.startsWith(PREFIX);
}
