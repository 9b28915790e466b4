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
  // With a dot behind its name it is the same site to the network, and another to whoever compares names.
  return STORES.includes(origin.replace(/\.(?=:\d+$|$)/, ''))
    ? 'Shops of browsers are never opened.'
    : null;
}

/** It listens on loopback, by whatever name that is reached. */
function isOwn(origin: string, ownOrigin: string): boolean {
  const [its, own] = [new URL(origin), new URL(ownOrigin)];
  return its.port === own.port && isLoopback(its.hostname);
}

export function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[0-9a-f]{2}:[0-9a-f]{1,4}|0:0)\])\.?$/.test(
    host,
  );
}

/** Names that only networks of their own have. */
const LOCAL_NAME = /\.(?:local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/** This machine's network, its neighbours', a carrier's, and those for tests. */
const LOCAL_ADDRESS =
  /^(?:0\.|10\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.168\.|198\.1[89]\.)[\d.]+$/;

/** An IPv6 address of a network of its own, or one that stands for an IPv4 address. */
const LOCAL_IPV6 = /^\[(?:f[cde]|::ffff:|64:ff9b:|2002:)/;

/** An address of this machine or of its own network. */
export function isPrivate(url: string): boolean {
  const host = new URL(url).hostname.replace(/\.$/, '');
  return (
    isLoopback(host) ||
    LOCAL_ADDRESS.test(host) ||
    LOCAL_IPV6.test(host) ||
    LOCAL_NAME.test(host) ||
    (!host.startsWith('[') && !host.includes('.'))
  );
}
