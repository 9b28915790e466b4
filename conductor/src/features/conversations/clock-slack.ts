/** By so much a clock may be set back by its correction without a reply looking older than what came before it. */
export const CLOCK_SLACK_MS = 2_000;
