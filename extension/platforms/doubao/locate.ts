import type { PageLocation } from '../platform.ts';

const CONVERSATION = /^\/chat\/(\d{1,32})\/?$/;
/** `local_…` stands in the address until the server has named the conversation. It may recur: no alias. */
const NEW_CHAT = /^\/chat\/?(?:local_\w+\/?)?$/;
const ID = /^\d{1,32}$/;

export function locate(page: URL): PageLocation {
  const id = CONVERSATION.exec(page.pathname)?.[1] ?? null;
  return {
    remoteConversationId: id,
    provisionalId: null,
    excluded: id === null && !NEW_CHAT.test(page.pathname),
  };
}

export function conversationUrl(remoteConversationId: string, origin: string): string | null {
  return ID.test(remoteConversationId) ? `${origin}/chat/${remoteConversationId}` : null;
}
