/** Secrets that this site hands to its page alone: see `StandIn.canaries`. */
export const CANARIES = {
  /** HttpOnly session cookie. */
  sessionCookie: 'canary-ds-session-2f6b90ce',
  /** Bearer token of every `/api/v0` request; the page keeps it in its localStorage. */
  bearerToken: 'canary-ds-bearer-8d41f7a3',
  /** Every proof of work begins with this. */
  proofPrefix: 'canary-ds-proof-',
} as const;
