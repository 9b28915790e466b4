/** A place in the text that was read. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One word, as the program is given it, unless it is a pattern for names of files. */
export interface PlainWord extends Span {
  readonly text: string;
  /** How much of it stands before the first sign that stands for others; null: it has none. */
  readonly glob: number | null;
}

export interface PlainCommand extends Span {
  /** The program first. */
  readonly words: readonly PlainWord[];
  /** Reads what the command before it puts out. */
  readonly isPiped: boolean;
  /** A variable is set for it. */
  readonly isPrefixed: boolean;
}

/** The commands of a text; `fault`: where it is no plain text. */
export type PlainReading =
  | { readonly isPlain: true; readonly commands: readonly PlainCommand[] }
  | { readonly isPlain: false; readonly fault: Span };

const MAX_LENGTH = 2_000;
/** A sign that a terminal or a shell takes for more than a letter may stand anywhere but here. */
const SIGNS = /^[ -~\n]*$/; // guard: plain-signs

/** A backslash means itself in both kinds of quotes before these alone. */
const ESCAPED = String.raw`\\[|.wsdbWDSB+()?*[\]{}]`;
/**
 * Each piece begins with a sign of its own, so that nothing is read twice. Two quoted pieces of one kind do not touch: some
 * shells read `''` as a quote.
 */
const PIECE = String.raw`(?<plain>[A-Za-z0-9_./:=,@%+*?-]+(?:(?<=[A-Za-z0-9])~[0-9]*)?)|'(?<single>(?:[^'!\n\\]|${ESCAPED})*)'(?!')|"(?<double>(?:[^"$${'`'}!\n\\]|${ESCAPED})*)"(?!")`;
const NEXT_PIECE = new RegExp(PIECE, 'y');
/** Words of their own, as nothing is joined to them. */
const DROPPED = /(?:2>&1|[12]?>\/dev\/null)(?=[ \n|;&]|$)/y;
const BETWEEN = /&&|\|\||[|;\n]/y;
const BLANKS = / +/y;
/** Set for one command, and known to change nothing but how much it says. */
const PREFIX =
  /(?:(?:CI|NODE_ENV|NO_COLOR|FORCE_COLOR|RUST_BACKTRACE)=[A-Za-z0-9]+ +)+(?=[A-Za-z0-9_])/y;

/**
 * Reads a text that all shells of one family read alike: words, quotes, and what stands between commands. It knows no
 * variable, no substitution, no file that is written, no comment: a text that has any of these is not plain. Takes linear time.
 */
export function readPlain(text: string): PlainReading {
  if (text.length > MAX_LENGTH || !SIGNS.test(text))
    return { isPlain: false, fault: { start: 0, end: text.length } };
  const commands: PlainCommand[] = [];
  let words: PlainWord[] = [];
  let isPiped = false;
  let isPrefixed = false;
  /** The text cannot end here. */
  let isOpen = false;
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  const fault = (): PlainReading => ({
    isPlain: false,
    fault: { start: at, end: Math.min(text.length, at + 1) },
  });

  while (at < text.length) {
    take(BLANKS);
    if (at === text.length) break;
    const [between] = take(BETWEEN) ?? [];
    if (between !== undefined) {
      if (words.length === 0) {
        if (between === '\n' && !isOpen) continue;
        at -= between.length;
        return fault();
      }
      commands.push(commandOf(words, { isPiped, isPrefixed }));
      words = [];
      isPiped = between === '|';
      isOpen = between !== ';' && between !== '\n';
      continue;
    }
    if (words.length === 0) isPrefixed = take(PREFIX) !== null;
    else if (text.charAt(at - 1) === ' ' && take(DROPPED) !== null) continue;
    const word = readWord(take, () => at);
    if (word === null || !isOneWordEverywhere(word, text)) return fault();
    // It may set a variable, for itself or for all that comes.
    if (words.length === 0 && word.text.includes('=')) return fault();
    words.push(word);
  }
  if (words.length > 0) commands.push(commandOf(words, { isPiped, isPrefixed }));
  else if (isOpen) return fault();
  return { isPlain: true, commands };
}

function readWord(
  take: (pattern: RegExp) => RegExpExecArray | null,
  at: () => number,
): PlainWord | null {
  const start = at();
  let text = '';
  let glob: number | null = null;
  for (let piece = take(NEXT_PIECE); piece !== null; piece = take(NEXT_PIECE)) {
    const { plain, single, double } = piece.groups ?? {};
    const first = plain?.search(/[*?]/) ?? -1;
    if (first !== -1) glob ??= text.length + first;
    text += plain ?? single ?? double ?? '';
  }
  return at() === start ? null : { text, glob, start, end: at() };
}

/** `=cmd` is a path, and `a*~b` a pattern of its own, to some shells. */
function isOneWordEverywhere({ text, glob, start }: PlainWord, whole: string): boolean {
  return whole.charAt(start) !== '=' && (glob === null || !text.includes('~'));
}

function commandOf(
  words: readonly PlainWord[],
  how: Pick<PlainCommand, 'isPiped' | 'isPrefixed'>,
): PlainCommand {
  return { words, ...how, start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 };
}
