import { isLoopback } from '../../shared/lib/net-address.ts';

/** Why a page of that address is never opened or read; null: it may be. */
export function unreachable(url: string, conductorUrl: string): string | null {
  if (!URL.canParse(url)) return `${url.slice(0, 200)} is no address.`;
  const { protocol, host, hostname, port } = new URL(url);
  // guard: worker-addresses
  if (protocol !== 'http:' && protocol !== 'https:') {
    return `Only http and https are opened, and this is ${protocol}`;
  }
  const own = new URL(conductorUrl);
  return host === own.host || (isLoopback(hostname) && port === own.port)
    ? 'That is the conductor itself.'
    : null;
}
