/** Secrets that this site hands to its page alone: see `StandIn.canaries`. */
export const CANARIES = {
  /** HttpOnly session cookie: what `/api/auth/session` is asked with. */
  sessionCookie: 'canary-session-cookie-5f0c7b1e',
  /** A cookie that scripts can read, sent along as `oai-device-id`. */
  deviceCookie: 'canary-device-cookie-91ad3c44',
  /** Bearer token of every `/backend-api` request. */
  bearerToken: 'canary-bearer-token-c2e8a6d0',
  /** Every one-time, conduit and resume token begins with this. */
  tokenPrefix: 'canary-token-',
} as const;
