import type { ScreenPatterns } from './screen-patterns.ts';
import { isMarkerLine } from '../lines/tool-line.ts';
import { trimSigns } from '../../../../../../shared/lib/trim-signs.ts';

/** The status of a terminal, as far as it can be told. */
export interface TerminalStatus {
  readonly status: 'running' | 'idle' | 'stuck' | 'completed' | 'error';
  /** `said`: by its exit or its shell. `guessed`: by its screen and by how long it was quiet. */
  readonly source: 'said' | 'guessed';
  /** Question to the person, in the program's own words; null: none. Baton never answers it. */
  readonly question: string | null;
  /** Lines that report an error since it was last given something to do. */
  readonly errorCount: number;
}

/** Output of a terminal since it last got something to do. */
export interface SeenOutput {
  /** Lines that report an error, each text once: a program draws them again. */
  readonly errors: ReadonlySet<string>;
  readonly hasCompleted: boolean;
}

export const NOTHING_SEEN: SeenOutput = { errors: new Set(), hasCompleted: false };

/** All in milliseconds, by one clock. */
export interface TerminalTimes {
  readonly now: number;
  readonly lastOutputAt: number;
}

export interface StatusLimits {
  /** Quiet for so long, it waits. */
  readonly idleMs: number;
  /** Quiet for so long without waiting, it is stuck. */
  readonly stuckMs: number;
  /** So many lines report an error. */
  readonly errorLines: number;
}

export const STATUS_LIMITS: StatusLimits = { idleMs: 30_000, stuckMs: 600_000, errorLines: 3 };

export interface TerminalView {
  /** Lines that a person sees, from the top. */
  readonly lines: readonly string[];
  /** true: its shell reports that it waits at its prompt; null: the shell does not report it. */
  readonly saysIdle: boolean | null;
  /** Null: it runs. */
  readonly exit: { readonly code: number | null } | null;
}

/** The end of a screen is looked at: what stands above is over. */
const TAIL_LINES = 14;
const MAX_LINE = 2_048;
const MAX_ERRORS = 100;
/** Frames that programs draw around what they say. */
const FRAME = ' \t\r\n\u00A0│┃┆╎|╭╮╰╯─━═';

const ERROR =
  /^(?:[^\s:]{1,200}:\s*){0,3}(?:fatal|error|panic|failed|failure|exception|uncaught|unhandled|traceback)\b|^npm err!|\berror(?: [A-Z]{1,6}\d{1,6})?:|\b(?:\w{0,60}(?:error|exception)): |\b[1-9]\d{0,8} (?:errors?|failed|failures?|failing)\b|(?:^|\s)[✗✘×] |错误[:：]|失败[:：]/iu;
/** Says of errors that there are none. */
const NO_ERROR =
  /\b(?:0|no|without|zero) (?:\w{1,20} )?(?:errors?|fail(?:ed|ures?|ing)|exceptions?)\b|\b(?:errors?|fail(?:ed|ures?)|failing)\s?[:=]\s?(?:0|none|no)(?=\s*(?:$|[,;.)]))|没有错误|无错误|0 ?个?错误/giu;

/** Adds lines that were not there before. */
export function seeLines(
  before: SeenOutput,
  lines: readonly string[],
  patterns: ScreenPatterns,
): SeenOutput {
  const plain = lines.map(plainLine);
  const errors = plain.filter((line) => isErrorLine(line, patterns));
  const hasCompleted =
    before.hasCompleted || plain.some((line) => fitsOne(patterns.completed, line));
  const all = [...before.errors, ...errors].slice(0, MAX_ERRORS);
  return { errors: new Set(all), hasCompleted };
}

/** Reads a screen by itself, without regard to how long it has been unchanged. */
export function lookAt(
  { lines, saysIdle }: TerminalView,
  patterns: ScreenPatterns,
): {
  readonly question: string | null;
  readonly isWorking: boolean;
  readonly isAtPrompt: boolean;
} {
  const tail = tailOf(lines);
  const question = questionIn(tail, patterns);
  const isWorking = question === null && tail.some((line) => fitsOne(patterns.working, line));
  const isAtPrompt =
    saysIdle ??
    (!isWorking && question === null && tail.some((line) => fitsOne(patterns.prompt, line)));
  return { question, isWorking, isAtPrompt };
}

/** Reads the status of a terminal. Nothing is remembered between two looks but what `seeLines` gave. */
export function readStatus(
  view: TerminalView,
  seen: SeenOutput,
  patterns: ScreenPatterns,
  { now, lastOutputAt }: TerminalTimes,
  limits: StatusLimits = STATUS_LIMITS,
): TerminalStatus {
  const { saysIdle, exit } = view;
  const errorCount = seen.errors.size;
  if (exit !== null) {
    const status = exit.code === 0 ? 'completed' : 'error';
    return { status, source: 'said', question: null, errorCount };
  }
  const { question, isWorking, isAtPrompt: isWaiting } = lookAt(view, patterns);
  const quietMs = now - lastOutputAt;

  const guessed = (status: TerminalStatus['status']): TerminalStatus => ({
    status,
    source: 'guessed',
    question,
    errorCount,
  });
  if (errorCount >= limits.errorLines) return guessed('error');
  if (seen.hasCompleted && isWaiting) return guessed('completed');
  if (saysIdle === true) return { ...guessed('idle'), source: 'said' };
  // Whoever has asked waits for the answer.
  if (question !== null) return guessed('idle');
  if (isWaiting) return guessed(quietMs >= limits.idleMs ? 'idle' : 'running');
  if (quietMs >= limits.stuckMs) return guessed('stuck');
  if (isWorking || saysIdle === false) return guessed('running');
  return guessed(quietMs >= limits.idleMs ? 'idle' : 'running');
}

/** The line reports an error, and not that there is none. */
export function isErrorLine(line: string, patterns: ScreenPatterns): boolean {
  const told = plainLine(line).replaceAll(NO_ERROR, '');
  return ERROR.test(told) || fitsOne(patterns.error, told);
}

/** The last lines that are for people, as a card shows them. */
export function lastLines(lines: readonly string[], count: number): readonly string[] {
  return lines
    .filter((line) => line.trim() !== '' && !isMarkerLine(line))
    .slice(-count)
    .map((line) => line.slice(0, MAX_LINE));
}

function tailOf(lines: readonly string[]): readonly string[] {
  return lastLines(lines, Infinity)
    .map(plainLine)
    .filter((line) => line !== '')
    .slice(-TAIL_LINES);
}

/** The words that it asks in: the line that ends with a question mark, or the one that fits. */
function questionIn(tail: readonly string[], patterns: ScreenPatterns): string | null {
  // A shell asks in its last line; what stands above was answered.
  const asked = patterns.program === 'shell' ? tail.slice(-1) : tail;
  const fits = asked.filter((line) => fitsOne(patterns.question, line));
  return fits.find((line) => line.endsWith('?')) ?? fits.at(0) ?? null;
}

function plainLine(line: string): string {
  return trimSigns(line.slice(0, MAX_LINE), FRAME);
}

function fitsOne(patterns: readonly RegExp[], line: string): boolean {
  return patterns.some((pattern) => pattern.test(line));
}
