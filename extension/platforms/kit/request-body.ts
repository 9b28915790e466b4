import { parseJson } from './json-value.ts';
import type { TappedRequest } from '../platform.ts';

/** The path of a request's address; relative addresses are the page's. */
export function pathOf(request: TappedRequest): string {
  return new URL(request.url, request.pageUrl).pathname;
}

/** The JSON body of a POST; undefined where there is none. */
export function jsonBodyOf(request: TappedRequest): unknown {
  return request.method === 'POST' && request.body !== null ? parseJson(request.body) : undefined;
}

/** The JSON body of a POST to a path of the page's own site; undefined for any other request. */
export function jsonPostedTo(request: TappedRequest, path: string): unknown {
  const { origin } = new URL(request.url, request.pageUrl);
  const isOwn = origin === new URL(request.pageUrl).origin;
  return isOwn && pathOf(request) === path ? jsonBodyOf(request) : undefined;
}
