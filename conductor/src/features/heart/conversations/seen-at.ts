import { CLOCK_SLACK_MS } from './clock-slack.ts';

/**
 * When a browser saw something, by the conductor's clock: not in the future, and not before it can have been. A
 * browser's clock, or a lie, may then neither break an order nor outlive, or be outlived by, what is kept for a time.
 *
 * @param notBefore Wins over what was said, and `now` over both: the conductor's own clock may have been set back.
 */
export function seenAt(said: number, notBefore: number, now: number): number {
  return Math.min(Math.max(said, notBefore), now); // guard: seen-in-time
}

/** The detail of an event about a time that was corrected; empty if the clocks differ only a little. */
export function saidOtherwise(said: number, taken: number): { readonly said_at?: number } {
  return Math.abs(said - taken) > CLOCK_SLACK_MS ? { said_at: said } : {};
}
