/** Secrets that this site hands to its page alone: see `StandIn.canaries`. */
export const CANARIES = {
  /** HttpOnly session cookie: the login. */
  sessionCookie: 'canary-grok-sso-c30f9a17',
  /** In the address of the page's socket. */
  userId: 'canary-grok-user-60be82d5',
  /** Goes with each request for an answer. */
  castleToken: 'canary-grok-castle-17aa4c9e',
} as const;
