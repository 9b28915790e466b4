import { HARMLESS, type Listed, PROJECT_TOOLS } from './harmless-list.ts';
import {
  type PlainCommand,
  type PlainReading,
  type PlainWord,
  readPlain,
  type Span,
} from './read-plain.ts';

/** Why a text that a shell is told asks first. */
export type ShellRule = 'other-shell' | 'not-readable' | 'not-listed' | 'project-tools';

/** Span that is in the way, and its rule. */
export interface RatedSpan extends Span {
  readonly rule: ShellRule;
}

/** Where a text is typed. */
export interface ShellPlace {
  /** As it is called: `bash`; null: nobody knows. */
  readonly name: string | null;
  /** A person trusts the folder, and lets what its project says run in it. */
  readonly isTrusted: boolean;
}

/** The shells that read a plain text alike. PowerShell, cmd and fish read it in ways of their own. */
const FAMILY: ReadonlySet<string> = new Set(['bash', 'zsh', 'sh', 'dash', 'ash', 'ksh']);
const MOST_WORDS = 3;

/** Reads a plain text as the others of its family do. */
export function isPlainShell(name: string | null): boolean {
  return name !== null && FAMILY.has(name); // guard: other-shells
}

/**
 * Lists what is in the way of typing a text unasked: nothing where all of it can be read, and every command of it is a
 * program of the list with arguments of the list. It knows no dangerous word. Takes linear time.
 */
export function rateShell(text: string, { name, isTrusted }: ShellPlace): readonly RatedSpan[] {
  if (!isPlainShell(name)) return [{ rule: 'other-shell', start: 0, end: text.length }];
  return rateReading(readPlain(text), isTrusted);
}

/** The same of a text that was read. */
export function rateReading(reading: PlainReading, isTrusted: boolean): readonly RatedSpan[] {
  if (!reading.isPlain) return [{ rule: 'not-readable', ...reading.fault }]; // guard: plain-text
  return reading.commands.flatMap((command): readonly RatedSpan[] => {
    const { start, end } = command;
    if (isOn(HARMLESS, command)) return [];
    if (!isOn(PROJECT_TOOLS, command)) return [{ rule: 'not-listed', start, end }];
    // guard: project-tools
    return isTrusted ? [] : [{ rule: 'project-tools' as const, start, end }];
  });
}

function isOn(list: ReadonlyMap<string, readonly Listed[]>, command: PlainCommand): boolean {
  const { words, isPiped } = command;
  for (let length = Math.min(MOST_WORDS, words.length); length > 0; length -= 1) {
    const own = words.slice(0, length);
    if (own.some(({ glob }) => glob !== null)) continue;
    const listed = list.get(own.map(({ text }) => text).join(' ')) ?? [];
    // guard: listed-commands
    if (listed.some((one) => fits(one, words.slice(length), isPiped))) return true;
  }
  return false;
}

function fits(
  {
    flags,
    valued = {},
    first = [],
    rest,
    saysFirst,
    least = first.length,
    most,
    pipedLeast,
    behind,
  }: Listed,
  words: readonly PlainWord[],
  isPiped: boolean,
): boolean {
  let operands = words.some(({ text }) => text === saysFirst) ? 1 : 0; // guard: said-by-option
  const isEnough = (): boolean => {
    const needed = isPiped ? (pipedLeast ?? least) : least;
    const limit = most ?? (rest === undefined ? first.length : Infinity);
    return operands >= needed && operands <= limit;
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) return false;
    if (word.text === '--') {
      return behind !== undefined && isEnough() && words.slice(at + 1).every(behind);
    }
    const value = Object.hasOwn(valued, word.text) ? valued[word.text] : undefined;
    if (word.glob === null && value !== undefined) {
      at += 1;
      const given = words[at];
      if (given === undefined || !value(given)) return false;
    } else if (word.text.startsWith('-')) {
      if (!isWhole(word) || flags?.test(word.text) !== true) return false;
    } else {
      const kind = first[operands] ?? rest;
      if (kind === undefined || !kind(word)) return false;
      operands += 1;
    }
  }
  return isEnough();
}

/** An option stays what it is, whatever names its value becomes. */
function isWhole({ text, glob }: PlainWord): boolean {
  const sign = text.indexOf('=');
  return glob === null || (sign !== -1 && sign < glob);
}
