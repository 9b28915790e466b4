import type { PageLocation } from '../platform.ts';
import { isUuid } from '../kit/uuid.ts';

const CONVERSATION = /^\/c\/([^/]+)\/?$/;
/** A guest's conversation never gets an id in its address. */
const WITHOUT_ID = new Set(['/', '/c/guest']);

export function locate(page: URL): PageLocation {
  const id = CONVERSATION.exec(page.pathname)?.[1] ?? null;
  const isId = id !== null && isUuid(id);
  return {
    remoteConversationId: isId ? id : null,
    provisionalId: null,
    excluded: !isId && !WITHOUT_ID.has(page.pathname),
  };
}

export function conversationUrl(remoteConversationId: string, origin: string): string | null {
  return isUuid(remoteConversationId) ? `${origin}/c/${remoteConversationId}` : null;
}
