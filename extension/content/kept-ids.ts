/** Ids of conversations whose pages do not show them, by the page's path, for as long as the tab lives. */
export interface KeptIds {
  readonly read: (page: URL) => string | null;
  readonly keep: (page: URL, remoteConversationId: string) => void;
  /** The conversation has an address of its own now: at this path the next one begins. */
  readonly forget: (page: URL) => void;
}

const PREFIX = 'baton:conversation:';

/**
 * In the page's session storage: it lives and dies with the tab, as what the page shows does. The page could change
 * it, and gains nothing: a page that lies about its conversation can do so by its address just as well.
 */
export const keptIds: KeptIds = {
  read(page) {
    try {
      const id = sessionStorage.getItem(PREFIX + page.pathname);
      return id !== null && /^[\w.:~-]{1,256}$/.test(id) ? id : null;
    } catch {
      return null; // The page may not store anything: then nothing was kept.
    }
  },
  keep(page, remoteConversationId) {
    try {
      sessionStorage.setItem(PREFIX + page.pathname, remoteConversationId);
    } catch {
      // As above; the id lives until the page is loaded again.
    }
  },
  forget(page) {
    try {
      sessionStorage.removeItem(PREFIX + page.pathname);
    } catch {
      // As above.
    }
  },
};
