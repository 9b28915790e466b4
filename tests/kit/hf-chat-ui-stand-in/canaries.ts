/** Secrets that this site hands to its page alone: see `StandIn.canaries`. */
export const CANARIES = {
  /** HttpOnly cookie: the whole login. */
  session: 'canary-hf-chat-ui-session-6e0d94b7',
} as const;
