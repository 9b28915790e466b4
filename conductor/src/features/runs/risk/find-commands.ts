import { type Command, type Dialect, readShell, type Word } from './read-shell.ts';
import { riskRules } from './risk-rules.ts';
import { trimSigns } from '../trim-signs.ts';

/** A text in a text in a text: deeper nobody looks, and says so. */
const MAX_DEPTH = 6;
/** Pipes and substitutions that lead from a download to what runs it. */
const MAX_WAY = 16;

/** A place in the text that was read. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A program that may run. */
export interface Candidate {
  /** Without folders and endings, in small letters. */
  readonly program: string;
  /** Its place among the words: those behind it are its own. */
  readonly place: number;
}

/** One command, however deep in others it stands. */
export interface FoundCommand {
  readonly words: readonly Word[];
  /** Its own program, and behind one that runs others each word. */
  readonly candidates: readonly Candidate[];
  readonly writes: readonly Word[];
  /** Where it stands; of one in a text that another is given: that text. */
  readonly span: Span;
  /** What it puts out is run. */
  readonly isRun: boolean;
  /** What it runs is known only when it runs. */
  readonly isComputed: boolean;
}

export interface FoundCommands {
  readonly commands: readonly FoundCommand[];
  /** A quote does not end, or a text within a text was too deep to be looked at. */
  readonly isUnreadable: boolean;
}

const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[\w*\])?\+?=/;
/** Tests, and words that stand for other programs: patterns for names in another place. */
const NO_PATTERN: ReadonlySet<string> = new Set(['[', '[[', '?', '%', '*']);
const IS_TEXT = /[\s;&|$`()<>{}'"\\]/;
const NAME = /[^\\/]*$/;
const ENDING = /\.(?:exe|com|cmd|bat|ps1)$/;
/** A text to run stands behind it, and no file. */
const CODE_FLAG = /^-{1,2}(?:[a-z]*[cerE]|eval|print)$/;

/** How the shells of a system read. */
export function dialectsOf(platform: NodeJS.Platform): readonly Dialect[] {
  return platform === 'win32' ? ['powershell', 'cmd', 'posix'] : ['posix'];
}

/** All commands of a text, and of the texts that its commands run. Takes linear time. */
export function findCommands(text: string, dialects: readonly Dialect[]): FoundCommands {
  const finder = new CommandFinder();
  for (const dialect of dialects) finder.read(text, dialect, null, 0);
  return finder;
}

/** The name of a program, as rules have it. */
export function programOf(word: string): string {
  const name = NAME.exec(word.slice(-256))?.[0] ?? '';
  const bare = trimSigns(name.toLowerCase().replace(/^["'@&]+/, ''), `"'`, 'end');
  return bare.replace(ENDING, '');
}

class CommandFinder implements FoundCommands {
  readonly commands: FoundCommand[] = [];
  isUnreadable = false;

  /** @param host The text that another command is given, and that is read here. */
  read(text: string, dialect: Dialect, host: Span | null, depth: number): void {
    if (depth > MAX_DEPTH) {
      this.isUnreadable = true;
      return;
    }
    const reading = readShell(text, dialect);
    if (reading.isUnended && host === null) this.isUnreadable = true;
    this.#take(reading.commands, dialect, host, depth);
    if (!reading.isDoubtful) return;
    this.#take(readShell(text, dialect, true).commands, dialect, host, depth);
  }

  #take(commands: readonly Command[], dialect: Dialect, host: Span | null, depth: number): void {
    const all = commands.map((command) => ({ command, ...candidatesOf(command) }));
    const { run, runners } = runOf(all);
    for (const { command, words, candidates } of all) {
      if (words.length === 0 && command.writes.length === 0) continue;
      this.commands.push({
        words,
        candidates,
        writes: command.writes,
        span: host ?? spanOf(command),
        isRun: isRun(command, run, runners),
        isComputed: isComputed(words, candidates),
      });
      const texts = candidates.flatMap(({ place }) => words[place] ?? []);
      if (runners.has(command)) texts.push(...command.given, ...fedTo(command));
      for (const { text, start, end } of texts) {
        if (IS_TEXT.test(text))
          this.read(text.replace(ASSIGNMENT, ''), dialect, host ?? { start, end }, depth + 1);
      }
    }
  }
}

/** Of `echo rm x | sh` the words together are what is run. */
function fedTo({ pipedFrom }: Command): readonly Word[] {
  const fed: Word[] = [];
  for (let from = pipedFrom, way = 0; from !== null && way < MAX_WAY; way += 1) {
    const [first, ...others] = [...from.words.slice(1), ...from.given];
    if (first !== undefined) {
      const text = [first, ...others].map((word) => word.text).join(' ');
      fed.push({ ...first, text, end: others.at(-1)?.end ?? first.end });
    }
    from = from.pipedFrom;
  }
  return fed;
}

type Read = ReturnType<typeof candidatesOf>;

function candidatesOf(command: Command): {
  readonly words: readonly Word[];
  readonly candidates: readonly Candidate[];
} {
  const { plain, after, words: skipped, shells, interpreters } = riskRules().wrappers;
  const words = command.words.flatMap((word) => (word.hasBraces ? expanded(word) : [word]));
  let place = 0;
  for (; place < words.length; place += 1) {
    const text = words[place]?.text ?? '';
    if (!skipped.has(text.toLowerCase()) && !ASSIGNMENT.test(text)) break;
  }
  const candidates: Candidate[] = [];
  let runs = true;
  let begins: readonly string[] = [];
  for (; place < words.length; place += 1) {
    const text = words[place]?.text ?? '';
    if (begins.includes(text)) runs = true;
    if (!runs) {
      if (begins.length === 0) break;
      continue;
    }
    const program = programOf(text);
    candidates.push({ program, place });
    if (candidates.length > 1) continue;
    begins = after.get(program) ?? [];
    runs = plain.has(program) || shells.has(program) || interpreters.has(program);
  }
  return { words, candidates };
}

/** The shell makes a word of each part. */
function expanded(word: Word): readonly Word[] {
  return word.text
    .split(/[{},]/)
    .filter((part) => part !== '')
    .map((text) => ({ ...word, text }));
}

/** What puts out a text that is run, and what runs a text that it is given. */
function runOf(all: readonly (Read & { readonly command: Command })[]): {
  readonly run: ReadonlySet<Command>;
  readonly runners: ReadonlySet<Command>;
} {
  const { shells, interpreters } = riskRules().wrappers;
  const run = new Set<Command>();
  const runners = new Set<Command>();
  for (const { command, words, candidates } of all) {
    const runner = candidates.find(
      ({ program }) => shells.has(program) || interpreters.has(program),
    );
    const isUnknown = words[candidates[0]?.place ?? 0]?.isComputed === true;
    const own = runner === undefined ? [] : words.slice(runner.place + 1);
    const isShell = isUnknown || (runner !== undefined && shells.has(runner.program));
    const isGivenText = own.some(({ text }) => CODE_FLAG.test(text));
    const reads = isShell || (runner !== undefined && own.every(({ text }) => text === '-'));
    if (isGivenText || reads) runners.add(command);
    if (!reads) continue;
    for (let from = command.pipedFrom; from !== null && !run.has(from); from = from.pipedFrom)
      run.add(from);
  }
  return { run, runners };
}

/** Its output is piped to what runs it, or stands in the words of what does. */
function isRun(
  command: Command,
  run: ReadonlySet<Command>,
  runners: ReadonlySet<Command>,
): boolean {
  if (run.has(command)) return true;
  let within = command.within;
  for (let way = 0; within !== null && way < MAX_WAY; way += 1) {
    if (run.has(within) || runners.has(within)) return true;
    within = within.within;
  }
  return false;
}

/** Its own program, or the first that it runs, is not known; or it stands for an earlier command. */
function isComputed(words: readonly Word[], candidates: readonly Candidate[]): boolean {
  const { plain } = riskRules().wrappers;
  const first = candidates.find(({ program, place }, nth) => {
    const text = words[place]?.text ?? '';
    return nth > 0 && !plain.has(program) && !/^[-+]./.test(text) && !ASSIGNMENT.test(text);
  });
  return [candidates[0], first].some((candidate) => {
    const word = candidate && words[candidate.place];
    if (word === undefined) return false;
    return (word.isComputed && !NO_PATTERN.has(word.text)) || /^!./.test(word.text);
  });
}

function spanOf({ words, writes, given }: Command): Span {
  let start = Infinity;
  let end = 0;
  for (const word of [...words, ...writes, ...given]) {
    start = Math.min(start, word.start);
    end = Math.max(end, word.end);
  }
  return { start, end };
}
