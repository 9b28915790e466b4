import type { PageLocation } from '../platform.ts';

/** Every session is shown at this route of the hash router, or at its root. */
const CHAT = /^(?:#\/?(?:chat\/?)?(?:\?.*)?)?$/;

/** Sessions live in the page's own storage: no address tells which one is shown. Source: site.md. */
export function locate(page: URL): PageLocation {
  return {
    remoteConversationId: null,
    provisionalId: null,
    excluded: !CHAT.test(page.hash),
  };
}
