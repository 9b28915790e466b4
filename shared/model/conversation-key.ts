/**
 * The stable key of a conversation: platform and the site's own id.
 * A platform is an adapter's name (`chatgpt`), or `<adapter>:<host[:port]>` where the site can be on any host.
 */
export type ConversationKey = string & { readonly __brand: 'ConversationKey' };

/** The name of a conversation on both sides. */
export interface ConversationRef {
  readonly platform: string;
  readonly remote_conversation_id: string;
}

/** `/` parts the two halves: it occurs in no platform name, so two different pairs never share a key. */
export function conversationKey(ref: ConversationRef): ConversationKey {
  return `${ref.platform}/${ref.remote_conversation_id}` as ConversationKey;
}

/** The two halves again. */
export function conversationRef(key: ConversationKey): ConversationRef {
  const slash = key.indexOf('/');
  return { platform: key.slice(0, slash), remote_conversation_id: key.slice(slash + 1) };
}
