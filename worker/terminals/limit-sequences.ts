/** Maximum length passed on of a string in a sequence, such as a title. */
const MOST_STRING = 4_096;
/** Modes are named by numbers, and none by a larger one. */
const MOST_NAME = 9_999;
/** More signs without a width of their own than stand on any letter. */
const MOST_JOINED = 16;
/** Plain text is passed on in pieces of so many signs. */
const MOST_TEXT = 255;

/** A control sequence stands at the beginning of its piece. */
const PIECES = new RegExp(`.[^\\u001b\\u0080-\\u009f]{0,${MOST_TEXT}}`, 'gsu');
/** All that joins the sign before it, and more. */
const JOINS = '[\\p{M}\\p{Cf}\\p{Cn}\\u06de\\u1160-\\u11ff]';
const JOINED = new RegExp(`${JOINS}{${MOST_JOINED}}|${JOINS}$`, 'gu');
const BEYOND_ASCII = /[\u0080-\u{10ffff}]/u;
/** Does nothing but end what is joined. */
const APART = '\0';

const ABORTS = ['\u0018', '\u001a'];

/** Where in a sequence the output stands; in `title` a bell ends it. */
type Part = 'text' | 'escape' | 'numbers' | 'names' | 'string' | 'title';

const BEGUN: Readonly<Record<string, Part>> = {
  '\u001b': 'escape',
  '\u009b': 'numbers',
  '\u009d': 'title',
  '\u0090': 'string',
  '\u0098': 'string',
  '\u009e': 'string',
  '\u009f': 'string',
};
const ESCAPED: Readonly<Record<string, Part>> = {
  '[': 'numbers',
  ']': 'title',
  P: 'string',
  X: 'string',
  '^': 'string',
  _: 'string',
};

/**
 * Cuts output into pieces with one control sequence each, and bounds what a sequence costs, whichever it is: a number in
 * it is at most as large as the screen, as more means the same, its strings are short, and few signs join another.
 * Source: https://vt100.net/emu/dec_ansi_parser, which the emulator follows.
 *
 * @param most The longer side of the screen.
 */
export function limitSequences(most: () => number): (text: string) => Iterable<string> {
  let part: Part = 'text';
  /** Signs of the string so far. */
  let length = 0;
  /** Value of the number that is being read; null: no digit yet. */
  let number: number | null = null;

  function numeral(): string {
    const told =
      // guard: terminal-sequences
      number === null ? '' : String(Math.min(number, part === 'names' ? MOST_NAME : most()));
    number = null;
    return told;
  }

  /** A sequence that has not ended never does. */
  function begin(sign: string, as: Part): string {
    const left = numeral();
    part = as;
    length = 0;
    return `${left}${sign}`;
  }

  /** Returns the text to pass on for one sign. */
  function passed(sign: string): string {
    if (ABORTS.includes(sign)) return begin(sign, 'text');
    // Done at once, and the sequence goes on behind it.
    const isControl = sign < ' ' || sign === '\u007f';
    switch (part) {
      case 'text':
        return sign;
      case 'escape':
        if (!isControl) part = ESCAPED[sign] ?? 'text';
        return sign;
      case 'numbers':
      case 'names': {
        if (sign >= '0' && sign <= '9') {
          number = Math.min((number ?? 0) * 10 + Number(sign), MOST_NAME * 10);
          return '';
        }
        if (isControl) return sign;
        const told = `${numeral()}${sign}`;
        if (sign >= '<' && sign <= '?') part = 'names';
        else if (sign >= '@' && sign <= '~') part = 'text';
        return told;
      }
      case 'title':
      case 'string':
        if (sign === '\u0007' && part === 'title') part = 'text';
        else if ((length += 1) > MOST_STRING) return ''; // guard: terminal-strings
        return sign;
    }
  }

  return function* pieces(text) {
    for (const [piece] of text.matchAll(PIECES)) {
      const first = piece.charAt(0);
      const begins = first === '\u001b' || (first >= '\u0080' && first <= '\u009f');
      let head = begins ? begin(first, BEGUN[first] ?? 'text') : '';
      let at = head.length > 0 ? 1 : 0;
      for (; at < piece.length && part !== 'text'; at += 1) head += passed(piece.charAt(at));
      const limited = `${head}${piece.slice(at)}`;
      // guard: terminal-joined
      yield BEYOND_ASCII.test(limited) ? limited.replaceAll(JOINED, `$&${APART}`) : limited;
    }
  };
}
