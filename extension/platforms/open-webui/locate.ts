import type { PageLocation } from '../platform.ts';
import { isUuid } from '../kit/uuid.ts';

const CONVERSATION = /^\/c\/([^/]+)\/?$/;
/** `/home` and the site's root both start a chat. */
const NEW_CHAT = /^\/(?:home\/?)?$/;

export function locate(page: URL): PageLocation {
  const id = CONVERSATION.exec(page.pathname)?.[1] ?? null;
  return {
    remoteConversationId: id !== null && isUuid(id) ? id : null,
    provisionalId: null,
    excluded: id === null && !NEW_CHAT.test(page.pathname),
  };
}

export function conversationUrl(remoteConversationId: string, origin: string): string | null {
  return isUuid(remoteConversationId) ? `${origin}/c/${remoteConversationId}` : null;
}
