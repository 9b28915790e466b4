/** Web chat that the name of a model refers to. */
export type ChatRef =
  /** An existing conversation, by our id. */
  | { readonly kind: 'conversation'; readonly localConversationId: string }
  /** A new one on that site. */
  | { readonly kind: 'chat'; readonly platform: string };

/** Null: it names no web chat, but a model of an endpoint. */
export function readChatRef(modelRef: string): ChatRef | null {
  const colon = modelRef.indexOf(':');
  const rest = modelRef.slice(colon + 1);
  switch (modelRef.slice(0, Math.max(0, colon))) {
    case 'conversation':
      return { kind: 'conversation', localConversationId: rest };
    case 'chat':
      return { kind: 'chat', platform: rest };
    default:
      return null;
  }
}
