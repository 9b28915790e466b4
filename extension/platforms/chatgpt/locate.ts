import { isUuid } from '../kit/uuid.ts';
import type { PageLocation } from '../platform.ts';

const CONVERSATION = /^(?:\/g\/[^/]+)?\/c\/([^/]+)\/?$/;
const NEW_CHAT = /^\/(?:g\/[^/]+(?:\/project)?\/?)?$/;
/** `WEB:<uuid>` stands in the address before the server has named the conversation. */
export function isProvisionalId(id: string): boolean {
  return id.startsWith('WEB:');
}

export function locate(page: URL): PageLocation {
  const segment = CONVERSATION.exec(page.pathname)?.[1];
  const id = segment === undefined ? null : decoded(segment);
  return {
    remoteConversationId: id !== null && isUuid(id) ? id : null,
    provisionalId: id !== null && isProvisionalId(id) ? id : null,
    excluded: segment === undefined && !NEW_CHAT.test(page.pathname), // guard: own-chats
  };
}

export function conversationUrl(remoteConversationId: string, origin: string): string | null {
  return isUuid(remoteConversationId) ? `${origin}/c/${remoteConversationId}` : null;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null; // A lone % is no id of this site.
  }
}
