/** Secrets that this site hands to its page alone: see `StandIn.canaries`. */
export const CANARIES = {
  /** HttpOnly session cookie: the login. */
  sessionCookie: 'canary-session-key-77d0b3f2',
  /** A cookie that scripts can read, sent along as `anthropic-device-id`. */
  deviceCookie: 'canary-claude-device-4be19a60',
  /** Made for this page load, sent along as `x-activity-session-id`. */
  activitySession: 'canary-activity-session-0c95e8d7',
} as const;
