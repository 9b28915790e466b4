import { normalForm } from '../../../shared/lib/normal-form.ts';

/** A way to read a text, and where each of its characters stands in the text itself. */
export interface MappedText {
  readonly text: string;
  /** Where the character at `index` begins in the text that was read. */
  startOf(index: number): number;
  /** Where it ends there. */
  endOf(index: number): number;
}

/** Is not seen, and parts no words: a letter that stands around it is read as if it were not there. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Ends a line for some who read it, and is nothing to others. */
const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** A letter with its marks: normal forms are made of these one by one. */
const LETTER = /[^\p{M}]\p{M}*|\p{M}+/gsu;
const PLAIN = /^[\t\n -~]*$/;

/** The text as it is. */
export function asItIs(text: string): MappedText {
  return { text, startOf: (index) => index, endOf: (index) => index + 1 };
}

/**
 * The ways in which a text may be read: as it is; and, where that differs, without what is not seen and with one way
 * to write each letter (NFKC), once with every sign that ends a line taken for one, once with none but the line feed.
 */
export function readingsOf(text: string): readonly MappedText[] {
  if (PLAIN.test(text)) return [asItIs(text)];
  const broken = normalized(text, (part) => part.replaceAll(BREAKS, '\n'));
  const joined = normalized(text, (part) => part);
  const all = [asItIs(text), broken, joined];
  return all.filter((one, place) => all.findIndex((other) => other.text === one.text) === place);
}

function normalized(text: string, breaks: (part: string) => string): MappedText {
  const builder = new Builder();
  for (const { 0: part, index } of text.matchAll(LETTER)) {
    const seen = breaks(part).replaceAll(UNSEEN, '');
    const plain = PLAIN.test(seen) ? seen : normalForm(seen).replaceAll(UNSEEN, '');
    builder.add(plain, index, index + part.length);
  }
  return builder.done();
}

/** The text with other words in place of what fits. The pattern must be global. */
export function replaced(
  from: MappedText,
  pattern: RegExp,
  other: (found: RegExpExecArray) => string,
): MappedText {
  const builder = new Builder();
  let at = 0;
  const keep = (end: number): void => {
    for (; at < end; at += 1) builder.add(from.text.charAt(at), from.startOf(at), from.endOf(at));
  };
  for (const found of from.text.matchAll(pattern)) {
    keep(found.index);
    const end = found.index + found[0].length;
    if (end > at) builder.add(other(found), from.startOf(at), from.endOf(end - 1));
    at = Math.max(at, end);
  }
  keep(from.text.length);
  return builder.done();
}

class Builder {
  #text = '';
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  add(part: string, start: number, end: number): void {
    this.#text += part;
    for (let unit = 0; unit < part.length; unit += 1) {
      this.#starts.push(start);
      this.#ends.push(end);
    }
  }

  done(): MappedText {
    const text = this.#text;
    const last = this.#ends.at(-1) ?? 0;
    return {
      text,
      startOf: (index) => this.#starts[index] ?? last,
      endOf: (index) => this.#ends[index] ?? last,
    };
  }
}
