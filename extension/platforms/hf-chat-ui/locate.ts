import type { PageLocation } from '../platform.ts';

/** Host of the site itself; there it is below `/chat`, elsewhere below any path or none. */
export const OWN_HOST = 'huggingface.co';
const OWN_BASE = '/chat';

/** A shorter id is a shared conversation's. */
const CONVERSATION = /\/conversation\/([^/]+)\/?$/;
const OTHER_PAGE = /\/(?:r|settings|privacy|admin|login|logout)(?:\/|$)|\/models\/?$/;
const CONVERSATION_ID = /^[0-9a-f]{24}$/;

export function locate(page: URL): PageLocation {
  const id = CONVERSATION.exec(page.pathname)?.[1] ?? null;
  const isConversation = id !== null && isConversationId(id);
  return {
    remoteConversationId: isConversation ? id : null,
    provisionalId: null,
    excluded: !isConversation && (id !== null || OTHER_PAGE.test(page.pathname)),
  };
}

export function isConversationId(id: string): boolean {
  return CONVERSATION_ID.test(id);
}

export function conversationUrl(remoteConversationId: string, origin: string): string | null {
  if (!isConversationId(remoteConversationId)) return null;
  const base = origin === `https://${OWN_HOST}` ? OWN_BASE : '';
  return `${origin}${base}/conversation/${remoteConversationId}`;
}

/** On its own host other products stand beside it. */
export function isOnItsOwnHost(page: URL): boolean {
  return page.hostname === OWN_HOST && /^\/chat(?:\/|$)/.test(page.pathname);
}
