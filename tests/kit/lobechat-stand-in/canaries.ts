/** Secrets that this site hands to its page alone: see `StandIn.canaries`. */
export const CANARIES = {
  /** HttpOnly cookie: the whole login. */
  session: 'canary-lobechat-session-93af07c2',
} as const;
