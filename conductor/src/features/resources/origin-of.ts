/** Who wrote a page. Null: nobody did (a blank page), or it is none that can be granted. */
export function originOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { origin, protocol } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}

/** Where the browsers' own shops are: whoever acts there installs programs. */
const STORES: readonly string[] = [
  'https://addons.mozilla.org',
  'https://chromewebstore.google.com',
  'https://chrome.google.com',
  'https://microsoftedge.microsoft.com',
  'https://addons.opera.com',
];

/** Why a page of that address is never opened; null: it may be. The executor knows more: chat sites, for one. */
export function forbidden(url: string, ownOrigin: string): string | null {
  if (url === 'about:blank') return null;
  if (!URL.canParse(url)) return 'It is no whole address: write it as https://example.org/.';
  const origin = originOf(url);
  if (origin === null) return `Pages of ${new URL(url).protocol} are never opened.`;
  const { username, password } = new URL(url);
  if (username !== '' || password !== '')
    return 'An address with a name or a password is never opened.';
  if (isOwn(origin, ownOrigin)) return 'Baton never acts on itself.';
  return STORES.includes(origin) ? 'Shops of browsers are never opened.' : null;
}

/** It listens on loopback, by whatever name that is reached. */
function isOwn(origin: string, ownOrigin: string): boolean {
  const [its, own] = [new URL(origin), new URL(ownOrigin)];
  return its.port === own.port && isLoopback(its.hostname);
}

export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    host === '0.0.0.0' ||
    host === '[::]' ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/** An address of this machine or of its own network. */
export function isPrivate(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    isLoopback(hostname) ||
    /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(hostname) ||
    /^\[f[cde]/i.test(hostname) ||
    hostname.startsWith('[::ffff:') ||
    hostname.endsWith('.local') ||
    !hostname.includes('.')
  );
}
