import type { PageLocation } from '../platform.ts';
import { isUuid } from '../kit/uuid.ts';

const CONVERSATION = /^\/(?:c|chat)\/([^/]+)\/?$/;
const PROJECT = /^\/project\/[^/]+\/?$/;

/** `/c` alone is a private chat, which may never get an id in its address. */
export function locate(page: URL): PageLocation {
  const inProject = PROJECT.test(page.pathname);
  const segment = CONVERSATION.exec(page.pathname)?.[1] ?? null;
  const id = inProject ? page.searchParams.get('chat') : segment;
  const isId = id !== null && isUuid(id);
  const isNew = page.pathname === '/' || /^\/c\/?$/.test(page.pathname);
  return {
    remoteConversationId: isId ? id : null,
    provisionalId: null,
    excluded: !isId && !isNew && !(inProject && id === null),
  };
}

export function conversationUrl(remoteConversationId: string, origin: string): string | null {
  return isUuid(remoteConversationId) ? `${origin}/c/${remoteConversationId}` : null;
}
