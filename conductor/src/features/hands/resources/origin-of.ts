import { isLoopback } from '../../../../../shared/lib/net-address.ts';
import { isPublic } from './is-public.ts';

/** Returns the origin that wrote a page. Null: nobody did (a blank page), or it is none that can be granted. */
export function originOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { origin, protocol } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}

/** Sites of the browsers' own shops: acting there installs programs. */
const STORES: readonly string[] = [
  'https://addons.mozilla.org',
  'https://chromewebstore.google.com',
  'https://chrome.google.com',
  'https://microsoftedge.microsoft.com',
  'https://addons.opera.com',
];

/**
 * Returns why a page of that address is never opened; null: it may be. The executor knows more: chat sites, for one.
 */
export function forbidden(url: string, ownOrigin: string): string | null {
  if (url === 'about:blank') return null;
  if (!URL.canParse(url)) return 'It is no whole address: write it as https://example.org/.';
  const origin = originOf(url);
  if (origin === null) return `Pages of ${new URL(url).protocol} are never opened.`;
  const { username, password } = new URL(url);
  if (username !== '' || password !== '')
    return 'An address with a name or a password is never opened.';
  if (isOwn(origin, ownOrigin)) return 'Baton never acts on itself.'; // guard: no-own-pages
  // With a dot behind its name it is the same site to the network, and another to whoever compares names.
  return STORES.includes(origin.replace(/\.(?=:\d+$|$)/, ''))
    ? 'Shops of browsers are never opened.'
    : null;
}

/** Tells whether an origin is the conductor's own: its port on loopback, under any name. */
function isOwn(origin: string, ownOrigin: string): boolean {
  const [its, own] = [new URL(origin), new URL(ownOrigin)];
  return its.port === own.port && isLoopback(its.hostname);
}

/** An address of this machine or of its own network, or one of which it cannot be told. */
export function isPrivate(url: string): boolean {
  return !URL.canParse(url) || !isPublic(new URL(url).hostname);
}
