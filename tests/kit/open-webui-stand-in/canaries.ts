/** Secrets that this site hands to its page alone: see `StandIn.canaries`. */
export const CANARIES = {
  /** The login: in a cookie, and as the bearer of what the page sends. */
  token: 'canary-open-webui-token-8b2f61d0',
} as const;
