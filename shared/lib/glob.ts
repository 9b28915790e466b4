const SEPARATOR = '/';

/** Texts between which any characters stand but separators. */
type Chunk = readonly string[];

/**
 * Does the pattern fit all of `text`? `*` stands for any characters but `/`, `**` for any at all; every other
 * character stands for itself. Takes time in proportion to the text, whatever the text is.
 */
export function fitsGlob(pattern: string, text: string): boolean {
  const chunks: readonly Chunk[] = pattern.split(/\*{2,}/).map((chunk) => chunk.split('*'));
  const [first = [], ...others] = chunks;
  const last = others.pop();
  if (last === undefined) return fitsWhole(first, text);
  // Wherever a chunk fits first is the best place for it: more is left for those after it.
  let at = new Finder(text, first).endAt(0);
  for (const chunk of others) at = at === null ? null : new Finder(text, chunk).endFrom(at);
  const start = startOfLast(last, text);
  return at !== null && start !== null && at <= start;
}

function fitsWhole(chunk: Chunk, text: string): boolean {
  const end = chunk.at(-1) ?? '';
  if (chunk.length === 1) return text === end;
  const at = new Finder(text, chunk.slice(0, -1)).endAt(0);
  const start = text.length - end.length;
  if (at === null || at > start || !text.endsWith(end)) return false;
  return !text.slice(at, start).includes(SEPARATOR);
}

/** Where the last chunk begins, as late as it can; null: the text does not end with it. */
function startOfLast(chunk: Chunk, text: string): number | null {
  const [end = '', ...before] = chunk.toReversed();
  if (!text.endsWith(end)) return null;
  let start = text.length - end.length;
  for (const part of before) {
    const found = part.length > start ? -1 : text.lastIndexOf(part, start - part.length);
    if (found === -1 || text.slice(found + part.length, start).includes(SEPARATOR)) return null;
    start = found;
  }
  return start;
}

/** Finds a chunk in a text. Asked for later and later places, it goes over the text once for each part. */
class Finder {
  readonly #text: string;
  readonly #chunk: Chunk;
  /** Last search for each part, by index (-1: separators): where it began, and where it found the part. */
  readonly #found = new Map<number, { readonly from: number; readonly at: number }>();

  constructor(text: string, chunk: Chunk) {
    this.#text = text;
    this.#chunk = chunk;
  }

  /** Where the chunk ends that begins there; null: none does. */
  endAt(start: number): number | null {
    const [first = '', ...others] = this.#chunk;
    if (!this.#text.startsWith(first, start)) return null;
    let end = start + first.length;
    for (const [index, part] of others.entries()) {
      const at = this.#next(index, part, end);
      if (at === Infinity || this.#next(-1, SEPARATOR, end) < at) return null;
      end = at + part.length;
    }
    return end;
  }

  /** Where the first one ends that begins there or later. */
  endFrom(from: number): number | null {
    const [first = ''] = this.#chunk;
    for (
      let start = this.#text.indexOf(first, from);
      start !== -1;
      start = this.#text.indexOf(first, start + 1)
    ) {
      const end = this.endAt(start);
      if (end !== null) return end;
    }
    return null;
  }

  #next(index: number, part: string, from: number): number {
    const known = this.#found.get(index);
    if (known !== undefined && known.from <= from && from <= known.at) return known.at;
    const found = this.#text.indexOf(part, from);
    const at = found === -1 ? Infinity : found;
    this.#found.set(index, { from, at });
    return at;
  }
}
