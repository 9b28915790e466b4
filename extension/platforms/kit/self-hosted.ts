import type { PageMarks } from '../platform.ts';

/** Software that anyone can host may be behind any web address: what the page says of itself decides. */
export function isWebPage(page: URL): boolean {
  return page.protocol === 'https:' || page.protocol === 'http:';
}

/** The name on the wire of one installation: two hosts are two platforms. */
export function nameOfInstallation(name: string, page: URL): string {
  return `${name}:${page.host.toLowerCase()}`;
}

/** Does the head ask for an asset whose path, without query, ends this way? */
export function hasAsset(marks: PageMarks, end: string): boolean {
  return marks.assets.some((address) => address.replace(/[?#].*$/s, '').endsWith(end));
}

/** The address of a request to the page's own origin; null for any other. */
export function ownUrl(request: { readonly url: string; readonly pageUrl: string }): URL | null {
  if (!URL.canParse(request.url, request.pageUrl)) return null;
  const url = new URL(request.url, request.pageUrl);
  return url.origin === new URL(request.pageUrl).origin ? url : null;
}
