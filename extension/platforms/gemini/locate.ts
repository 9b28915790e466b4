import type { PageLocation } from '../platform.ts';

/** Several accounts may be logged in: `/u/<n>` says which one the page uses. */
const PAGE = /^(?:\/u\/\d+)?\/(?:app|gem\/[^/]+)(?:\/([^/]+))?\/?$/;
const ID = /^[0-9a-f]{12,32}$/;
const WIRE_PREFIX = 'c_';

export function locate(page: URL): PageLocation {
  const match = PAGE.exec(page.pathname);
  const segment = match?.[1] ?? null;
  const isId = segment !== null && ID.test(segment);
  return {
    remoteConversationId: isId ? segment : null,
    provisionalId: null,
    excluded: match === null || (segment !== null && !isId),
  };
}

export function conversationUrl(remoteConversationId: string, origin: string): string | null {
  return ID.test(remoteConversationId) ? `${origin}/app/${remoteConversationId}` : null;
}

/** Requests and replies write the id of the address with `c_` before it. */
export function idFromWire(wireId: unknown): string | null {
  if (typeof wireId !== 'string' || !wireId.startsWith(WIRE_PREFIX)) return null;
  const id = wireId.slice(WIRE_PREFIX.length);
  return ID.test(id) ? id : null;
}
