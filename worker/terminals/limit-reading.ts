/** What can be read no faster than so. */
interface Pausable {
  pause(): void;
  resume(): void;
}

const WINDOW_MS = 100;

/**
 * Holds a source back that says more than so much: its program waits, as it does for a slow terminal. Returns what is
 * to be told the length of each piece.
 */
export function limitReading(source: Pausable, perSecond: number): (length: number) => void {
  const perWindow = (perSecond * WINDOW_MS) / 1_000;
  let since = performance.now();
  let read = 0;
  return (length) => {
    const now = performance.now();
    if (now - since >= WINDOW_MS) {
      since = now;
      read = 0;
    }
    const wasUnder = read < perWindow;
    read += length;
    if (read < perWindow || !wasUnder) return;
    source.pause();
    // As long as what was read should have taken.
    setTimeout(() => source.resume(), (read / perSecond) * 1_000).unref();
  };
}
