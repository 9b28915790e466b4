import { PIECE_BYTES } from './content.ts';

/** A text as far as it was read, as lines without their ends. */
export interface TextSoFar {
  readonly lines: readonly string[];
  readonly readBytes: number;
  readonly ended: boolean;
}

/** A line of more characters is cut for showing; the whole is in the download. */
const LONGEST_LINE = 10_000;

/** Reads a text piece by piece, without splitting a letter of several bytes. */
export function createTextPages(sizeBytes: number): {
  /** The bytes to ask for next, both ends counted in, as Range has them. */
  next(): { readonly start: number; readonly end: number } | null;
  take(bytes: Uint8Array): TextSoFar;
} {
  const decoder = new TextDecoder();
  const lines: string[] = [];
  let rest = '';
  let readBytes = 0;
  return {
    next() {
      if (readBytes >= sizeBytes) return null;
      return { start: readBytes, end: Math.min(readBytes + PIECE_BYTES, sizeBytes) - 1 };
    },
    take(bytes) {
      readBytes += bytes.length;
      const ended = readBytes >= sizeBytes || bytes.length === 0;
      const found = `${rest}${decoder.decode(bytes, { stream: !ended })}`.split(/\r\n|\n|\r(?!$)/);
      rest = ended ? '' : (found.pop() ?? '');
      if (ended && found.at(-1) === '') found.pop();
      for (const line of found) lines.push(line);
      return { lines: rest === '' ? [...lines] : [...lines, rest], readBytes, ended };
    },
  };
}

/** A line as it is drawn. All of it is searched. */
export function drawnLine(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

/** Lines, counted from 0, in which words stand, in capitals or not. */
export function linesWith(lines: readonly string[], words: string): readonly number[] {
  if (words === '') return [];
  const sought = words.toLowerCase();
  return lines.flatMap((line, at) => (line.toLowerCase().includes(sought) ? [at] : []));
}
