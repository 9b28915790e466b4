import type { Place, Screen } from './screen.ts';

/** The output of one command that is told, half of it from its beginning. */
const MAX_OUTPUT = 6_000;
const HALF = MAX_OUTPUT / 2;

/** So much of the beginning is read once it is there: a flood drops it later. */
const HEAD_LINES = 400;

export interface Output {
  readonly output: string;
  readonly truncated: boolean;
}

/** Follows the output of one command, however much it is. */
export interface RecordedOutput {
  /** To be called after each piece of output. */
  look(): void;
  /** As it stands, or stood at a place. */
  soFar(end?: Place): Output;
}

export function recordOutput(screen: Screen, fromLine: number): RecordedOutput {
  let head: string | null = null;

  return {
    look() {
      if (head !== null || screen.cursor().line - fromLine < HEAD_LINES) return;
      const last = { line: fromLine + HEAD_LINES - 1, column: Number.MAX_SAFE_INTEGER };
      head = screen.between(fromLine, last).slice(0, HALF);
    },
    soFar(end = screen.cursor()) {
      const isWhole = fromLine >= screen.first();
      const text = screen.between(Math.max(fromLine, screen.first()), end);
      if (isWhole && text.length <= MAX_OUTPUT) return { output: text, truncated: false };
      const beginning = isWhole ? text.slice(0, HALF) : (head ?? '');
      const tail = text.slice(-HALF);
      return { output: `${beginning}\n[some of it is left out here]\n${tail}`, truncated: true };
    },
  };
}
