import type { Routes, Tabs } from '../ports.ts';
import type { View } from '../storage/row-store.ts';
import { idsOf, type NamedConversation } from './conversation-ids.ts';
import type { PageDirectory } from './page-directory.ts';
import { urlsOf } from './site-urls.ts';

/**
 * Shows a person a conversation: the tab it is open in, else a new one at its address. `pageUrl` is where another browser
 * saw it, and believed only where it is a page of that very conversation. False: nobody knows where it is.
 */
export async function showConversation(
  parts: {
    readonly store: { readonly view: View };
    readonly directory: Pick<PageDirectory, 'serving' | 'pages'>;
    readonly tabs: Pick<Tabs, 'show' | 'openInFront'>;
    readonly routes: Routes;
  },
  conversation: NamedConversation,
  pageUrl: string | null,
): Promise<boolean> {
  const { store, directory, tabs, routes } = parts;
  const { platform } = conversation;
  const ids = idsOf(store.view, conversation);
  const [open] = directory.serving(platform, ids);
  if (open !== undefined && (await tabs.show(open[0]))) return true;
  const known = [...urlsOf(parts, platform), ...(pageUrl === null ? [] : [pageUrl])];
  const url = routes.conversationUrl(platform, ids, known);
  if (url === null) return false;
  await tabs.openInFront(url);
  return true;
}
