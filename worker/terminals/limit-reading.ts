/** Source whose output can be held back. */
interface Pausable {
  pause(): void;
  resume(): void;
}

/** So much at once is read without a pause. */
const BURST_MS = 100;

/** So much may wait to be taken in: some signs cost a thousand times as much as others. */
const MOST_WAITING = 256 * 1_024;

/** Is told the length of each piece, and when it was taken in where that takes its time. */
export type ReadMore = (length: number, taken?: Promise<void>) => void;

/** Holds a source back that says more than so much, or than is taken in: its program waits, as it does for a slow terminal. */
export function limitReading(source: Pausable, perSecond: number): ReadMore {
  const perMs = perSecond / 1_000;
  const most = BURST_MS * perMs;
  let allowed = most;
  let lookedAt = performance.now();
  let waiting = 0;
  let isEarly = false;
  let isPaused = false;
  const look = (): void => {
    const isHeld = isEarly || waiting > MOST_WAITING; // guard: terminal-waiting
    if (isHeld === isPaused) return;
    isPaused = isHeld;
    if (isHeld) source.pause();
    else source.resume();
  };
  return (length, taken) => {
    const now = performance.now();
    allowed = Math.min(most, allowed + (now - lookedAt) * perMs) - length;
    lookedAt = now;
    if (taken !== undefined) {
      waiting += length;
      void taken.then(() => {
        waiting -= length;
        look();
      });
    }
    if (allowed < 0 && !isEarly) {
      isEarly = true;
      setTimeout(() => {
        isEarly = false;
        look();
      }, -allowed / perMs).unref();
    }
    look();
  };
}
