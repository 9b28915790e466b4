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

/** A token bucket for the frames of one connection. */
export function createFlowLimit(now: () => number): FlowLimit {
  let tokens = BURST_FRAMES;
  let filledAt = now();
  let refusals = 0;
  return {
    take() {
      const at = now();
      // A clock that was set back takes nothing away: a browser would be shut out for what it did not do.
      const passedMs = Math.max(0, at - filledAt);
      tokens = Math.min(BURST_FRAMES, tokens + (passedMs / 1_000) * FRAMES_PER_SECOND);
      filledAt = at;
      tokens -= 1;
      return tokens >= 0 && refusals <= MAX_REFUSALS;
    },
    countRefusal: () => ++refusals,
  };
}
