import type { PageLocation } from '../platform.ts';
import { isUuid } from '../kit/uuid.ts';

const CONVERSATION = /^\/chat\/([^/]+)\/?$/;
const NEW_CHAT = /^\/(?:chat\/?)?$/;

export function locate(page: URL): PageLocation {
  const id = CONVERSATION.exec(page.pathname)?.[1] ?? '';
  return {
    remoteConversationId: isUuid(id) ? id : null,
    provisionalId: null,
    excluded: !isUuid(id) && !NEW_CHAT.test(page.pathname),
  };
}

export function conversationUrl(remoteConversationId: string, origin: string): string | null {
  return isUuid(remoteConversationId) ? `${origin}/chat/${remoteConversationId}` : null;
}
