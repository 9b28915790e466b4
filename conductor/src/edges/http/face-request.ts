import type { FastifyReply, FastifyRequest } from 'fastify';

import type { ApiError } from '../../../../shared/api/operation.ts';
import { PAGE_TOKEN_HEADER, PAGE_TOKEN_QUERY } from '../../../../shared/model/page-token.ts';

/** `__Host-`: no page of another name sets it, and it needs `Secure`, `Path=/` and no `Domain`. Other ports get it. */
const COOKIE = '__Host-baton';

const COOKIE_RULES = 'Path=/; HttpOnly; Secure; SameSite=Strict';

/** A browser forgets it when the session would have ended of itself. */
const KEPT_S = 30 * 86_400;

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD'];

/** Types that no form can send. */
const BODY_TYPES = /^application\/(json|x-ndjson)\b/;

/** The cookie of the web UI, where the request has one at its address; a cookie sent anywhere else is nobody's. */
export function faceToken({ headers }: FastifyRequest, faceHost: string): string | null {
  if (headers.host !== faceHost) return null; // guard: face-address
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const own = pairs.filter((pair) => pair.startsWith(`${COOKIE}=`));
  return own[0]?.slice(COOKIE.length + 1) ?? null;
}

/** Returns the token that the page keeps for itself: no other port gets it. Empty: it was not sent. */
export function pageToken({ headers, query }: FastifyRequest): string {
  const said = headers[PAGE_TOKEN_HEADER] ?? (query as Query)[PAGE_TOKEN_QUERY];
  return typeof said === 'string' ? said : '';
}

/** A route's own query is without it. */
export function dropPageToken({ query }: FastifyRequest): void {
  delete (query as Query)[PAGE_TOKEN_QUERY];
}

type Query = Partial<Record<typeof PAGE_TOKEN_QUERY, unknown>>;

/** Gives the browser the cookie of its session. */
export function setFaceCookie(reply: FastifyReply, token: string): void {
  reply.header('set-cookie', `${COOKIE}=${token}; Max-Age=${KEPT_S}; ${COOKIE_RULES}`);
}

/** Has the browser drop the cookie of its session. */
export function clearFaceCookie(reply: FastifyReply): void {
  reply.header('set-cookie', `${COOKIE}=; Max-Age=0; ${COOKIE_RULES}`);
}

/**
 * Does the web UI itself ask, and no other page with its cookie? Browsers say by Sec-Fetch-Site from where a request
 * comes, and let no page say it; a custom header, and a body's type, no form and no link sends.
 */
export function judgeFaceRequest(request: FastifyRequest, faceHost: string): ApiError | null {
  const { headers, method } = request;
  const foreign = (text: string): ApiError => ({ code: 'forbidden_origin', text });
  if (headers.host !== faceHost) return foreign(`The web UI is at http://${faceHost}.`);
  // Not all browsers send the other header with a socket; with a socket all of them send this one.
  if (method === 'GET' && headers.upgrade !== undefined)
    return headers.origin === `http://${faceHost}` // guard: preview-admin
      ? null
      : foreign('Only a page of the web UI itself may open this: its Origin is missing.');
  // guard: face-fetch-site
  if (headers['sec-fetch-site'] !== 'same-origin')
    return foreign('Only a page of the web UI itself may ask this: Sec-Fetch-Site: same-origin.');
  if (SAFE_METHODS.includes(method)) return null;
  // guard: face-origin
  if (headers.origin !== `http://${faceHost}`)
    return foreign('Only a page of the web UI itself may change anything: its Origin is missing.');
  // guard: face-own-header
  if (headers['baton-via'] !== 'face') return foreign('Send the header "baton-via: face".');
  const type = headers['content-type'];
  // guard: face-own-type
  if (type !== undefined && !BODY_TYPES.test(type))
    return foreign('Send a body as application/json.');
  return null;
}
