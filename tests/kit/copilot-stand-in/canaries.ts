/** Secrets that this site hands to its page alone: see `StandIn.canaries`. */
export const CANARIES = {
  /** HttpOnly session cookie: the login. */
  sessionCookie: 'canary-copilot-session-51c7e0a4',
  /** In the address of the page's socket. */
  accessToken: 'canary-copilot-access-9d20b6f3',
} as const;
