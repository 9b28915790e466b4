const SCHEMES = ['http:', 'https:', 'mailto:'];

/**
 * Where a link of someone else's text may lead: a whole address of the web or of mail, elsewhere than this page. Null:
 * it is no link.
 */
export function addressFrom(href: string): URL | null {
  const address = URL.parse(href);
  if (address === null || !SCHEMES.includes(address.protocol)) return null; // guard: prose-links
  // A name in front of the host is written to look like another host.
  if (address.username !== '' || address.password !== '') return null; // guard: prose-users
  return address.origin === globalThis.location?.origin ? null : address;
}
