import type { PageLocation } from '../platform.ts';

const CONVERSATION = /^\/chat\/([^/]+)\/?$/;
/** Short ids of 20 characters, or such as look like a UUID (site.md, Addresses). */
const ID = /^[0-9a-z]{16,32}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function locate(page: URL): PageLocation {
  const id = CONVERSATION.exec(page.pathname)?.[1] ?? null;
  const isId = id !== null && ID.test(id);
  return {
    remoteConversationId: isId ? id : null,
    provisionalId: null,
    excluded: !isId && page.pathname !== '/',
  };
}

export function conversationUrl(remoteConversationId: string, origin: string): string | null {
  return ID.test(remoteConversationId) ? `${origin}/chat/${remoteConversationId}` : null;
}
