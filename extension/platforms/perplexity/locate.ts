import type { PageLocation } from '../platform.ts';

const CONVERSATION = /^\/(?:spaces?\/[^/]+\/)?search\/([^/]+)\/?$/;
/** The start page, a space's own, and a search that begins by itself. */
const NEW_CHAT = /^\/(?:search(?:\/new)?\/?|spaces?\/[^/]+\/?)?$/;
/** Stands there until the server has named the thread. */
const PROVISIONAL = /^\/search\/new\/([\w-]{8,64})\/?$/;
const SLUG = /^[\w.~-]{4,256}$/;

export function locate(page: URL): PageLocation {
  const { pathname } = page;
  const slug = CONVERSATION.exec(pathname)?.[1] ?? '';
  const id = SLUG.test(slug) ? slug : null;
  const provisionalId = PROVISIONAL.exec(pathname)?.[1] ?? null;
  const isChat = id !== null || provisionalId !== null || NEW_CHAT.test(pathname);
  // With `s` in the query somebody else's thread is shown, to read only.
  const isShared = page.searchParams.has('s');
  return {
    remoteConversationId: isShared ? null : id,
    provisionalId: isShared ? null : provisionalId,
    excluded: isShared || !isChat,
  };
}

export function conversationUrl(remoteConversationId: string, origin: string): string | null {
  return SLUG.test(remoteConversationId) ? `${origin}/search/${remoteConversationId}` : null;
}
