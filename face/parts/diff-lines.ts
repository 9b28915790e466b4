import { diffArrays } from 'diff/lib/diff/array.js';
import { diffWordsWithSpace } from 'diff/lib/diff/word.js';

/** One line of a comparison. Lines of a text are counted from 1; null: the text does not have it. */
export interface DiffLine {
  readonly kind: 'same' | 'cut' | 'added';
  readonly before: number | null;
  readonly after: number | null;
  /** Pieces of the line, new or gone ones marked; one piece if the whole line changed. */
  readonly pieces: readonly DiffPiece[];
}

export interface DiffPiece {
  readonly text: string;
  readonly changed: boolean;
}

export type Comparison =
  | {
      readonly kind: 'lines';
      readonly lines: readonly DiffLine[];
      readonly added: number;
      readonly cut: number;
      /** true: the lines from the first to the last change could not be matched in time, and count as cut and added. */
      readonly coarse: boolean;
    }
  | { readonly kind: 'too_large' };

/** Most lines of each text. */
const MOST_LINES = 5_000;
const MOST_CHARS = 200_000;

/** The page takes no worker under its policy of trusted types, so a comparison may not hold up a drawing for longer. */
const MOST_MS = 40;

/** A line longer than that is compared as a whole. */
const MOST_WORDS_IN = 400;

/** Compares two texts line by line, and what stands in each other's place word by word. */
export function compareTexts(before: string, after: string, mostMs = MOST_MS): Comparison {
  const old = before.split('\n');
  const now = after.split('\n');
  if ([before, after].some(({ length }) => length > MOST_CHARS)) return { kind: 'too_large' };
  if ([old, now].some(({ length }) => length > MOST_LINES)) return { kind: 'too_large' };

  const head = equalFrom(old, now, 0);
  const tail = equalTail(old, now, head);
  const middle = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)] as const;
  const found = diffArrays([...middle[0]], [...middle[1]], { timeout: mostMs });
  const parts = found ?? [
    { value: middle[0], removed: true, added: false },
    { value: middle[1], removed: false, added: true },
  ];

  const lines: DiffLine[] = [];
  const place = { before: 0, after: 0 };
  const same = (texts: readonly string[]): void => {
    for (const text of texts) {
      place.before += 1;
      place.after += 1;
      lines.push({ kind: 'same', ...place, pieces: [{ text, changed: false }] });
    }
  };
  const changed = (cut: readonly string[], added: readonly string[]): void => {
    const pairs = found !== undefined && cut.length === added.length;
    const words = cut.map((text, at) => (pairs ? wordsOf(text, added[at] ?? '') : null));
    for (const [at, text] of cut.entries()) {
      const pieces = words[at]?.cut ?? [{ text, changed: false }];
      lines.push({ kind: 'cut', before: (place.before += 1), after: null, pieces });
    }
    for (const [at, text] of added.entries()) {
      const pieces = words[at]?.added ?? [{ text, changed: false }];
      lines.push({ kind: 'added', before: null, after: (place.after += 1), pieces });
    }
  };

  same(old.slice(0, head));
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    const next = parts[at + 1];
    if (part?.removed === true && next?.added === true) {
      changed(part.value, next.value);
      at += 1;
    } else if (part?.removed === true) changed(part.value, []);
    else if (part?.added === true) changed([], part.value);
    else same(part?.value ?? []);
  }
  same(old.slice(old.length - tail));
  const count = (kind: DiffLine['kind']): number => lines.filter((one) => one.kind === kind).length;
  return {
    kind: 'lines',
    lines,
    added: count('added'),
    cut: count('cut'),
    coarse: found === undefined,
  };
}

/** Runs of equal lines longer than that are folded, but for so many around a change. */
const AROUND = 3;

/** Lines to draw, and how many of the same are left out between them. */
export function folded(lines: readonly DiffLine[]): readonly (DiffLine | number)[] {
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let one = at - AROUND; one <= at + AROUND; one += 1) near.add(one);
  }
  const shown: (DiffLine | number)[] = [];
  for (const [at, line] of lines.entries()) {
    const last = shown.at(-1);
    if (near.has(at)) shown.push(line);
    else if (typeof last === 'number') shown[shown.length - 1] = last + 1;
    else shown.push(1);
  }
  return shown;
}

function wordsOf(
  before: string,
  after: string,
): { readonly cut: readonly DiffPiece[]; readonly added: readonly DiffPiece[] } | null {
  if (before.length > MOST_WORDS_IN || after.length > MOST_WORDS_IN) return null;
  const parts = diffWordsWithSpace(before, after);
  const of = (gone: 'removed' | 'added'): DiffPiece[] =>
    parts
      .filter((part) => !part[gone])
      .map(({ value, added, removed }) => ({ text: value, changed: added || removed }));
  return { cut: of('added'), added: of('removed') };
}

function equalFrom(a: readonly string[], b: readonly string[], from: number): number {
  let at = from;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

function equalTail(a: readonly string[], b: readonly string[], head: number): number {
  let count = 0;
  const most = Math.min(a.length, b.length) - head;
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1;
  return count;
}
