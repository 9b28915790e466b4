const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** HTML that continues over blank lines, by how it begins and ends. */
const LASTING: readonly (readonly [begins: RegExp, ends: RegExp])[] = [
  [/^ {0,3}<(?:pre|script|style|textarea)\b/i, /<\/(?:pre|script|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
];

const HTML = /^ {0,3}</;

const BLANK_LINE = /^[ \t]*$/;

/**
 * Does code or HTML of a Markdown text continue at its end, so that what follows is shown and not said? In doubt it does.
 * Takes linear time.
 */
export function standsOpen(text: string): boolean {
  let fence: string | null = null;
  /** Null: none. */
  let htmlEnd: RegExp | null = null;
  for (const line of text.split(/\r\n|\n|\r/).slice(0, -1)) {
    const [, mark = '', info = ''] = FENCE.exec(line) ?? [];
    if (fence !== null) {
      if (mark.startsWith(fence) && info.trim() === '') fence = null;
    } else if (htmlEnd !== null) {
      if (htmlEnd.test(line)) htmlEnd = null;
    } else if (mark !== '') {
      fence = mark;
    } else if (HTML.test(line)) {
      const ends = LASTING.find(([begins]) => begins.test(line))?.[1] ?? BLANK_LINE;
      if (!ends.test(line)) htmlEnd = ends;
    }
  }
  return fence !== null || htmlEnd !== null;
}
