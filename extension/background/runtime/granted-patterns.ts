/** Scheme and host of a match pattern; null: it fits every page. */
function partsOf(pattern: string): { readonly scheme: string; readonly host: string } | null {
  if (pattern === '<all_urls>') return null;
  const [, scheme = '', host = ''] = /^([^:]+):\/\/([^/]*)/.exec(pattern) ?? [];
  return { scheme, host };
}

/** Does a granted origin let the extension into the pages of a pattern? Permissions are for whole origins. */
export function covers(granted: readonly string[], pattern: string): boolean {
  const wanted = partsOf(pattern);
  return granted.some((one) => {
    const given = partsOf(one);
    if (given === null) return true;
    if (wanted === null) return false;
    const isScheme = given.scheme === wanted.scheme || given.scheme === '*';
    return isScheme && (given.host === '*' || isHost(given.host, wanted.host));
  });
}

function isHost(given: string, wanted: string): boolean {
  if (!given.startsWith('*.')) return given === wanted;
  return wanted === given.slice(2) || wanted.endsWith(given.slice(1));
}

/** The one host that a pattern names; null: it names many. */
export function hostOf(pattern: string): string | null {
  const host = partsOf(pattern)?.host ?? '*';
  return host === '' || host.includes('*') ? null : host;
}
