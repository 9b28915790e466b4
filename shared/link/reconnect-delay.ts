const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** How long to wait before the nth try in a row; the jitter keeps many from coming back at once. */
export function reconnectDelayMs(failedTries: number, random: () => number): number {
  const ceilingMs = Math.min(FIRST_MS * 2 ** Math.min(failedTries, 16), LONGEST_MS);
  return Math.round(ceilingMs / 2 + (random() * ceilingMs) / 2);
}
