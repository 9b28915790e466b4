import { isConductorHost } from '../../messages/conductor-host.ts';
import { OTHER_PAGES, SITES } from '../../platforms/sites.ts';

/** Where the browsers' own shops are: whoever acts there installs programs. */
const STORES: ReadonlySet<string> = new Set([
  'https://addons.mozilla.org',
  'https://chromewebstore.google.com',
  'https://chrome.google.com',
  'https://microsoftedge.microsoft.com',
  'https://addons.opera.com',
]);
const CHATS: ReadonlySet<string> = new Set(
  [...Object.values(SITES).flat(), ...OTHER_PAGES].map((pattern) => new URL(pattern).origin),
);

/**
 * The origin of a page that a chat may ever work in; null for all others: chat sites (nobody else speaks in them), the
 * conductor, browsers' shops, and what is no page of the web.
 */
export function reachableOrigin(url: string, conductorUrl: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, origin, host, hostname } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  // The same site to the network, by a name that is none of those below.
  if (hostname.endsWith('.')) return null; // guard: dotted-names
  const isChat = CHATS.has(origin) || CHATS.has(`${protocol}//${hostname}`);
  // guard: no-self-control
  if (isChat || STORES.has(origin) || isConductorHost(host, conductorUrl)) return null;
  return origin;
}
