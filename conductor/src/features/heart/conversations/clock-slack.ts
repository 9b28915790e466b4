/**
 * So many milliseconds a clock may be set back by a correction, without a reply looking older than the one before it.
 */
export const CLOCK_SLACK_MS = 2_000;
