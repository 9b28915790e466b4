import { platformForWireName } from '../../platforms/registry.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Routes } from '../ports.ts';

/** Addresses as the platform adapters know them. */
export const platformRoutes: Routes = { serves, conversationUrl, newConversationUrl };

function serves(name: string, pageUrl: string): boolean {
  const url = webUrl(pageUrl);
  const platform = platformForWireName(name);
  return url !== null && platform !== null && isPageOf(platform, name, url);
}

/** An address the conversation was seen at, else one made from its id and an address of its site. */
function conversationUrl(
  name: string,
  conversationIds: ReadonlySet<string>,
  knownUrls: readonly string[],
): string | null {
  const platform = platformForWireName(name);
  if (platform === null) return null;
  const pages = pagesOf(platform, name, knownUrls);
  for (const url of pages) {
    const { remoteConversationId, excluded } = platform.locate(url);
    const isIt = remoteConversationId !== null && conversationIds.has(remoteConversationId);
    if (isIt && !excluded) return url.href;
  }
  for (const { origin } of pages) {
    for (const id of conversationIds) {
      const url = platform.conversationUrl(id, origin);
      if (url !== null) return url;
    }
  }
  return null;
}

function newConversationUrl(name: string, knownUrls: readonly string[]): string | null {
  const platform = platformForWireName(name);
  const path = platform?.newConversationPath ?? null;
  if (platform === null || path === null) return null;
  const [page] = pagesOf(platform, name, knownUrls);
  return page === undefined ? null : new URL(path, page.origin).href;
}

function pagesOf(platform: Platform, name: string, urls: readonly string[]): readonly URL[] {
  return urls
    .map(webUrl)
    .filter((url) => url !== null)
    .filter((url) => isPageOf(platform, name, url));
}

function isPageOf(platform: Platform, name: string, url: URL): boolean {
  return platform.serves(url) && platform.platformOf(url) === name;
}

function webUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}
