/** At once, in seconds of the rate: a browser catching up after a night offline is no flood; a loop is. */
const BURST_SECONDS = 4;

/** Refused frames that one connection may send before it counts as flooding. */
const MAX_REFUSALS = 1_000;

/** Limits how much one browser may send per second. */
export interface FlowLimit {
  /** Counts a frame, or what it weighs beyond one. False: that is more than may come. */
  take(frames?: number): boolean;
  /** Counts a frame that was refused, and says how many there were. */
  countRefusal(): number;
}

/**
 * A token bucket for the frames of one connection.
 *
 * @param framesPerSecond In the long run.
 * @param now In milliseconds, by a clock that nobody sets: set back, it would take from the bucket what nobody used.
 */
export function createFlowLimit(framesPerSecond: number, now: () => number): FlowLimit {
  const burstFrames = framesPerSecond * BURST_SECONDS;
  let tokens = burstFrames;
  let filledAt = now();
  let refusals = 0;
  return {
    take(frames = 1) {
      const at = now();
      tokens = Math.min(burstFrames, tokens + ((at - filledAt) / 1_000) * framesPerSecond);
      filledAt = at;
      tokens -= frames;
      return tokens >= 0 && refusals <= MAX_REFUSALS;
    },
    countRefusal: () => ++refusals,
  };
}
