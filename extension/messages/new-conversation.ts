/**
 * A conversation that Baton begins has no id of the site's yet. Until it has, both sides call it by a provisional one
 * (docs/protocol/bridge.md, "New conversations").
 */
const PREFIX = 'new:';

/** Is this the provisional id of a conversation that is still to be begun? */
export function isToBegin(remoteConversationId: string): boolean {
  return remoteConversationId.startsWith(PREFIX);
}
