/** Secrets that this site hands to its page alone: see `StandIn.canaries`. */
export const CANARIES = {
  /** HttpOnly cookie, for which the page gets its bearer. */
  refreshToken: 'canary-librechat-refresh-2d71c8ea',
  /** In the page's memory alone. */
  bearer: 'canary-librechat-bearer-f05b93a6',
} as const;
