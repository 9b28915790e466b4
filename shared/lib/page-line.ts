/**
 * How a snapshot of a page is written, line by line, and read back: ` e12 button "Save" focused`. A page's own text stands in
 * quotes that it cannot end, or holds nothing that looks like a reference: outside of quotes each reference is ours.
 */

/** Names and values of a page in a line of ours. */
export const MAX_NAME = 120;

/** Indent of a line, once for each region around it. */
export const INDENT = ' ';

/** An element, as a line tells of it. */
export interface LineElement {
  readonly ref: string;
  readonly role: string;
  /** Empty: it has none. */
  readonly name: string;
  /** States in our own words: `required filled`; a value of the page is not among them. */
  readonly states: string;
}

/**
 * Words of the page's script about a press, right behind the name, where no text of the page can come between: it sends a
 * form that is no search; an amount of money stands beside it.
 */
export const PRESS_WORDS = ['submits', 'money'] as const;

export type PressWord = (typeof PRESS_WORDS)[number];

/**
 * Format characters (`Cf`: bidi marks, zero widths, tags), control characters, private ones and halves of pairs:
 * nobody sees them, and they can say to a program what no person reads. The joiner stays, emoji are made with it.
 */
const UNSEEN = /(?!\u200D)[\p{Cf}\p{Co}\p{Cs}]|\p{Cc}/gu;

/** A reference that a line begins with. */
const BEGINS = /^(?:f\d+)*[ef]\d+ /;

/** Text that could be taken for a line's own words: it is put in quotes. */
const NEEDS_QUOTES = /"|(?:^| )(?:f\d+)*[ef]\d+(?![^ :])/;

/** Quoted text, or an element with its name and states. */
const PIECES =
  // guard: element-in-one-look
  /"[^"]*"|(?<![^ ])(?<ref>(?:f\d+)*[ef]\d+) (?<role>[a-z][\w-]{0,50})(?: "(?<name>[^"]*)")?(?<states>(?: (?!(?:f\d+)*[ef]\d+(?![^ :]))[a-z=][^ "|]*)*)/g;

/** One line, without what cannot be seen. */
export function clean(text: string): string {
  return text.slice(0, 20_000).replace(/\s+/g, ' ').replace(UNSEEN, '').trim();
}

export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = /[\uD800-\uDBFF]/.test(text[max - 2] ?? '') ? max - 2 : max - 1;
  return `${text.slice(0, end)}…`;
}

/** As it stands in a line: without quotes, unless it could be taken for something else. */
export function plain(text: string, max: number = MAX_NAME): string {
  const shown = cut(text, max);
  // guard: refs-of-ours
  return NEEDS_QUOTES.test(shown) ? quoted(shown, max) : shown.replaceAll(' | ', ' / ');
}

/** As it stands in a line: in quotes that it cannot end. */
export function quoted(text: string, max: number = MAX_NAME): string {
  return `"${cut(text, max).replaceAll(' | ', ' / ').replaceAll('"', "'")}"`;
}

/** Returns the role, and the name that the page gives it. */
export function roleAndName(role: string, name: string): string {
  return name === '' ? role : `${role} ${quoted(name)}`;
}

/** Returns the line without the reference that it begins with. */
export function withoutRef(line: string): string {
  return line.replace(BEGINS, '');
}

/** The elements that a line tells of, in its order. It takes no longer than it takes to read the line. */
export function elementsIn(line: string): readonly LineElement[] {
  return [...line.matchAll(PIECES)].flatMap(({ groups = {} }) => {
    const { ref, role, name = '', states = '' } = groups;
    return ref === undefined || role === undefined
      ? []
      : [{ ref, role, name, states: states.trim() }];
  });
}

/** Returns the press words among an element's states. */
export function pressWordsOf({ states }: LineElement): readonly PressWord[] {
  const words = states.split(' ');
  const ours = PRESS_WORDS.filter((word) => words.includes(word));
  return ours.filter((word, at) => words[at] === word);
}

/** How many regions a line stands in. */
export function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}
