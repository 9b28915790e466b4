/** Names and values of a page in a line of ours. */
export const MAX_NAME = 120;

/**
 * Format characters (`Cf`: bidi marks, zero widths, tags), control characters, private ones and halves of pairs:
 * nobody sees them, and they can say to a program what no person reads. The joiner stays, emoji are made with it.
 */
const UNSEEN = /(?!\u200D)[\p{Cf}\p{Co}\p{Cs}]|\p{Cc}/gu;
/** What looks like a reference of ours: the page has none to give. */
const LIKE_REF = /\[(?=(?:f\d+)*[ef]\d+\])/g;

/** One line, without what cannot be seen. */
export function clean(text: string): string {
  return text.slice(0, 20_000).replace(/\s+/g, ' ').replace(UNSEEN, '').trim();
}

export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = /[\uD800-\uDBFF]/.test(text[max - 2] ?? '') ? max - 2 : max - 1;
  return `${text.slice(0, end)}…`;
}

/** As it stands in a line without quotes. */
export function plain(text: string, max: number = MAX_NAME): string {
  return cut(text, max).replace(LIKE_REF, '(').replaceAll(' | ', ' / ');
}

/** As it stands in a line: in quotes that it cannot end. */
export function quoted(text: string, max: number = MAX_NAME): string {
  return `"${plain(text, max).replaceAll('"', "'")}"`;
}
