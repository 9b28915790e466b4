/** Milliseconds by which a correction may set a clock back without a reply looking older than the one before it. */
export const CLOCK_SLACK_MS = 2_000;
