import { isIP } from 'node:net';

/** Tells whether the host at an address may be asked. */
export type MayReach = (address: string) => boolean;

/** The address without its fragment, or why it is never asked for. */
export function pageAddress(
  text: string,
  mayReach: MayReach,
): { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly why: string } {
  const refuse = (why: string) => ({ ok: false, why }) as const;
  if (!URL.canParse(text))
    return refuse('It is no whole address: write it as https://example.org/.');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse('Only http and https are fetched.');
  if (url.username !== '' || url.password !== '')
    return refuse('An address with a name or a password is never fetched.');
  // Where it stands in the address no name is looked up, and the system would simply go there.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // guard: addresses-in-figures
  if (isIP(host) !== 0 && !mayReach(host)) return refuse(notPublic(host));
  url.hash = '';
  return { ok: true, url };
}

/** Returns why nothing is asked of a host. */
export function notPublic(host: string): string {
  return `${host} is of this machine or of a network of its own: nothing is fetched from there.`;
}
