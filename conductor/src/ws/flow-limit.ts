/** A browser catching up after a night offline is no flood; a loop is. */
const BURST_FRAMES = 2_000;
const FRAMES_PER_SECOND = 500;
/** Refused frames that one connection may send before it counts as flooding. */
const MAX_REFUSALS = 1_000;

export interface FlowLimit {
  /** False: this frame is one too many. */
  take(): boolean;
  /** Counts a frame that was refused, and says how many there were. */
  countRefusal(): number;
}

/**
 * A token bucket for the frames of one connection.
 *
 * @param now In milliseconds, by a clock that nobody sets: set back, it would take from the bucket what nobody used.
 */
export function createFlowLimit(now: () => number): FlowLimit {
  let tokens = BURST_FRAMES;
  let filledAt = now();
  let refusals = 0;
  return {
    take() {
      const at = now();
      tokens = Math.min(BURST_FRAMES, tokens + ((at - filledAt) / 1_000) * FRAMES_PER_SECOND);
      filledAt = at;
      tokens -= 1;
      return tokens >= 0 && refusals <= MAX_REFUSALS;
    },
    countRefusal: () => ++refusals,
  };
}
