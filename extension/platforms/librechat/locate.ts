import type { PageLocation } from '../platform.ts';
import { isUuid } from '../kit/uuid.ts';

/** Paths of a conversation; LibreChat may be installed below a path of its host. */
const CONVERSATION = /\/c\/([^/]+)\/?$/;
const NEW_CHAT = /^\/?$|\/c(?:\/new)?\/?$/;

export function locate(page: URL): PageLocation {
  const id = CONVERSATION.exec(page.pathname)?.[1] ?? null;
  const isConversation = id !== null && isUuid(id);
  return {
    remoteConversationId: isConversation ? id : null,
    provisionalId: null,
    excluded: !isConversation && !NEW_CHAT.test(page.pathname),
  };
}

export function conversationUrl(remoteConversationId: string, origin: string): string | null {
  return isUuid(remoteConversationId) ? `${origin}/c/${remoteConversationId}` : null;
}
