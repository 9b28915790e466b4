import type { PageLocation } from '../platform.ts';

const CONVERSATION = /^\/chats\/([\w-]{8,64})\/?$/;
const ID = /^[\w-]{8,64}$/;

export function locate(page: URL): PageLocation {
  const id = CONVERSATION.exec(page.pathname)?.[1] ?? null;
  return {
    remoteConversationId: id,
    provisionalId: null,
    excluded: id === null && page.pathname !== '/',
  };
}

export function conversationUrl(remoteConversationId: string, origin: string): string | null {
  return ID.test(remoteConversationId) ? `${origin}/chats/${remoteConversationId}` : null;
}
