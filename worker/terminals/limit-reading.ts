/** What can be read no faster than so. */
interface Pausable {
  pause(): void;
  resume(): void;
}

/** So much at once is read without a pause. */
const BURST_MS = 100;

/**
 * Holds a source back that says more than so much: its program waits, as it does for a slow terminal. Returns what is
 * to be told the length of each piece.
 */
export function limitReading(source: Pausable, perSecond: number): (length: number) => void {
  const perMs = perSecond / 1_000;
  const most = BURST_MS * perMs;
  let allowed = most;
  let lookedAt = performance.now();
  let isPaused = false;
  return (length) => {
    const now = performance.now();
    allowed = Math.min(most, allowed + (now - lookedAt) * perMs) - length;
    lookedAt = now;
    if (allowed >= 0 || isPaused) return;
    isPaused = true;
    source.pause();
    setTimeout(() => {
      isPaused = false;
      source.resume();
    }, -allowed / perMs).unref();
  };
}
