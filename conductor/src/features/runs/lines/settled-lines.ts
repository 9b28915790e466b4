/** A line that is unchanged for so long is not being written any more. */
const QUIET_MS = 150;
/** Of lines that are still being written; what is longer is no line of a planner. */
const MAX_WAITING = 256 * 1024;

/** One line of a terminal. */
export interface ScreenLine {
  /** From the first line of all on. */
  readonly line: number;
  /** Whole, however the terminal broke it. */
  readonly text: string;
}

interface Waiting {
  readonly text: string;
  readonly since: number;
  /** It was given out as it is. */
  readonly isTold: boolean;
}

/** What is known of the lines that were seen. */
export type WatchedLines = ReadonlyMap<number, Waiting>;

export const NO_LINES: WatchedLines = new Map();

/**
 * The lines that have come to rest, each once for each text that it had. A terminal draws a line in pieces, and over
 * again: what is read before it is quiet may be half of it.
 *
 * @param lines All that may still change, with the last of them.
 * @param now In milliseconds, of any clock that does not go back.
 */
export function settleLines(
  before: WatchedLines,
  lines: readonly ScreenLine[],
  now: number,
): { readonly watched: WatchedLines; readonly settled: readonly ScreenLine[] } {
  const watched = new Map<number, Waiting>();
  const settled: ScreenLine[] = [];
  let size = 0;
  for (const { line, text } of lines.toReversed()) {
    const known = before.get(line);
    const isSame = known?.text === text;
    const since = isSame ? known.since : now;
    const isTold = isSame && known.isTold;
    const isDue = !isTold && now - since >= QUIET_MS;
    if (isDue) settled.push({ line, text });
    size += text.length;
    if (size > MAX_WAITING) break;
    watched.set(line, { text, since, isTold: isTold || isDue });
  }
  return { watched, settled: settled.toReversed() };
}

/** When the next line may have come to rest; null: none is waited for. */
export function nextSettling(watched: WatchedLines): number | null {
  const due = [...watched.values()].flatMap(({ isTold, since }) =>
    isTold ? [] : [since + QUIET_MS],
  );
  return due.length === 0 ? null : Math.min(...due);
}
