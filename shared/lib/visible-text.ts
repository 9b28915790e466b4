/** Steers what shows it: controls, and marks that turn the direction of what follows. */
const STEERING = String.raw`\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069`;
/**
 * Is seen as nothing at all, as a blank that it is not, or not the same everywhere. U+2800 is a pattern without dots,
 * U+13441, U+13442, U+16FE4 and U+1D159 are blanks among hieroglyphs, small signs and notes.
 */
const UNSEEN = String.raw`${STEERING}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u2800\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\u{13441}\u{13442}\u{16FE4}\u{1D159}`;
/** Brackets of the marks themselves. */
const BRACKETS = '⟨⟩';

/** More on one letter than any script has: they would be drawn over what stands around it. */
const MANY_MARKS = String.raw`\p{M}{17,}`;

const STEERS = new RegExp(String.raw`(?![\n\t])[${STEERING}]|${MANY_MARKS}`, 'gu');
/** Most invisible signs in a row, and most line ends, that push no text out of sight. */
const MAX_BLANKS = 32;
const MAX_LINES = 8;
/** In JSON text: an escaped backslash, which stays; a run of blanks, of what is not seen or is drawn over others; a bracket. */
const IN_JSON = new RegExp(
  String.raw`\\\\|((?: |\\[nrt]|[${UNSEEN}])+|${MANY_MARKS})|[${BRACKETS}]`,
  'gu',
);
/** The same in a text as it is. */
const IN_TEXT = new RegExp(String.raw`([ \n\t${UNSEEN}]+|${MANY_MARKS})|[${BRACKETS}]`, 'gu');
const ESCAPES: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r', '\\t': '\t' };

/**
 * Someone else's words, to be read: what would steer the place they are shown in, or cover it, is written as its code, as
 * `⟨U+202E⟩`.
 * Line feeds and tabs stay.
 */
export function steeringShown(text: string): string {
  return text.replaceAll(STEERS, codeOf);
}

/**
 * A value as JSON in which everything is seen that is there: for what a person decides about. Besides what steers,
 * characters that are not seen are written as their codes, and a long run of blanks, however it is mixed, as which and
 * how many they are: `⟨U+0020 × 3000⟩`. The brackets of these marks are written as codes where the value has them itself.
 */
export function visibleJson(value: unknown): string {
  return marked(JSON.stringify(value) ?? '', IN_JSON);
}

/**
 * A text in which everything is seen that is there, as in `visibleJson`, with its line feeds and tabs: for what a person
 * decides about.
 */
export function visibleText(text: string): string {
  return marked(text, IN_TEXT);
}

/**
 * A text of at most so many characters, of which both ends are shown: a person who allows it would else not see what
 * stands behind its long beginning.
 */
export function bothEnds(text: string, max: number): string {
  if (text.length <= max) return text.toWellFormed();
  const mark = ` … (${text.length} characters) … `;
  const tail = Math.max(0, (max - mark.length) >> 1);
  const head = Math.max(0, max - mark.length - tail);
  return `${text.slice(0, head)}${mark}${text.slice(text.length - tail)}`.toWellFormed();
}

function marked(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (all: string, run?: string) =>
    // guard: visible-params
    run === undefined ? all.replace(/[⟨⟩]/, codeOf) : shownRun(run.match(/\\.|./gsu) ?? []),
  );
}

/** Signs in a row of which none is seen: as they are, but for codes of what is no plain blank, or as one mark. */
function shownRun(signs: readonly string[]): string {
  const lines = signs.filter((sign) => /\n|\\[nr]/.test(sign)).length;
  // guard: blanks-in-turn
  if (signs.length <= MAX_BLANKS && lines <= MAX_LINES)
    return signs.map((sign) => (/[ \n\t\\]/.test(sign) ? sign : codeOf(sign))).join('');
  const kinds = Array.from(new Set(signs), (sign) => numberOf(ESCAPES[sign] ?? sign));
  return `⟨${kinds.slice(0, 3).join(' ')} × ${signs.length}⟩`;
}

/** The same JSON, in which nothing steers what shows it: escapes stand for it, which read as what they stand for. */
export function steeringEscaped(json: string): string {
  return json.replaceAll(
    /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Joins letters of some scripts and parts of an emoji, or says how one is drawn: of use between two that are seen. */
const JOINERS = String.raw`\u200C\u200D\uFE0E\uFE0F`;
const HIDDEN = new RegExp(
  String.raw`(?![\n\t${JOINERS}])[${STEERING}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u2800]|(?<=[${JOINERS}])[${JOINERS}](?<!\uFE0F\u200D)|(?<=^|\s)[${JOINERS}]`,
  'gu',
);

/** A text without what a person who reads it over does not see, and how many characters that were. */
export function seenOf(text: string): { readonly text: string; readonly hidden: number } {
  let hidden = 0;
  const seen = text.replaceAll(HIDDEN, () => {
    hidden += 1;
    return '';
  });
  return { text: seen, hidden }; // guard: marked-seen
}

function codeOf(char: string): string {
  return `⟨${numberOf(char)}⟩`;
}

function numberOf(char: string): string {
  const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${hex.padStart(4, '0')}`;
}
