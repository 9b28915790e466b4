import { trimSigns } from '../../../shared/lib/trim-signs.ts';
import { decoded } from './coded-text.ts';
import { type MappedText, replaced } from './mapped-text.ts';
import type { SensitivePaths } from './paths.ts';
import { type ProseHint, proseHints } from './prose-hints.ts';
import type { Span } from './read-plain.ts';

/** Takes what was found: the rule, and where. */
export type Report = (rule: string, span: Span) => void;

/** Behind it another sentence begins. */
const SENTENCE_END = /[;；。！？!?\n|&]|[.,，](?=\s|$)/g;
const WINDOW = 400;
/** Letters of other scripts part words as blanks do: `用rm删除` names a program. */
const WORDS = /[^\s'"`“”‘’（）()<>、，。；：\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF]+/g;
/** A drive, a path, a flag; and how one says when. */
const COMMAND_TAIL =
  /^[ \t]+["']?(?:[A-Za-z]:(?![A-Za-z])|(?:~|\.{1,2})?[\\/]|\*[.\s]|--?\w|now\b|\+\d)/;
const ASKED_TO_RUN =
  /(?:\b(?:run|execute|running|executing)\b|执行|运行|執行|運行)[\s:：,，"'“‘「`]*$/i;
/** Runs a script of a project, whatever that is called. */
const RUNS_SCRIPT = /\b(?:npm|pnpm|yarn|bun)\s+run\s*$/i;
const BEFORE = 48;
/** Places before the first word of a line, and behind the last. */
const LINE_START = /(?:^|\n)[ \t>*\-•\d.)$#`"']*$/;
const LINE_END = /^[ \t`"'.。]*(?:\n|$)/;
/** In code: what stands before a command. */
const CODE_START =
  /(?:^|[\n;&|({`!]|\b(?:sudo|doas|env|xargs|nohup|time|exec|command|then|do|else)\b[^\n;&|]{0,40})[ \t]*(?:\w+=\S*[ \t]+)?$/;

/** A block of code begins or ends with a line of three of these signs or more. */
const FENCE = /^[ \t]*(```|~~~)/;
const CODE_SPAN = /(`{1,2})([^`\n]+)\1/g;

/** Signs that shells read over. */
const QUOTES = /\\\n|['"\\^`]/g;
const CODED = /\$'((?:[^'\\\n]|\\.)*)'/g;

const PATH =
  /(?<![\w.~/\\$%-])(?:~|\$HOME|\$\{HOME\}|%\w{1,40}%|\$env:\w{1,40}|[A-Za-z]:|HK[A-Z_]{2,24}:?)?[\\/][^\s'"`<>|;:,，。；（）()、]*|(?<![\w])~(?=[\s'"`]|$)/g;
const HOME = /^(?:\$HOME|\$\{HOME\}|%(?:USERPROFILE|HOME)%|\$env:(?:USERPROFILE|HOME))/i;
/** Words of removing or changing: without one, a `/` alone is not the root but a stroke between two words. */
const REMOVES = /\b(?:rm|delet|remov|eras|wip|clear|empt|chmod|chown)\w{0,5}\b|写|寫|改|删|刪|清/i;

const NAME = /[^\\/]*$/;
const ENDING = /\.(?:exe|com|cmd|bat|ps1)$/;

/** The name of a program, without folders and endings, in small letters. */
export function programOf(word: string): string {
  const name = NAME.exec(word.slice(-256))?.[0] ?? '';
  const bare = trimSigns(name.toLowerCase().replace(/^["'@&]+/, ''), `"'`, 'end');
  return bare.replace(ENDING, '');
}

/**
 * Looks for what hints at harm in what somebody reads: names of programs, and places of the system or of keys. Prose has no
 * grammar, so it finds words and promises nothing.
 *
 * @param isCode The whole is code.
 */
export function scanProse(
  text: string,
  paths: SensitivePaths,
  report: Report,
  isCode = false,
): void {
  for (const { hint, text: pattern } of proseHints().all) {
    const found = pattern?.exec(text);
    if (found) report(hint.id, { start: found.index, end: found.index + found[0].length });
  }
  scanWords(text, isCode ? [{ start: 0, end: text.length }] : codeIn(text), report);
  scanPaths(text, paths, report);
  const coded = text.search(CODED);
  if (coded !== -1) report('hides-itself', { start: coded, end: coded + 2 });
}

/** A place in a text at which an assistant might take words for a command. */
export interface NamedCommand {
  /** From its program to the end of the sentence. */
  readonly words: readonly string[];
  /** They are hardly anything else: where a command would stand, or of a program whose name is no word of a language. */
  readonly isSure: boolean;
}

/** Where programs are named, in sentences and in code. */
export function commandsIn(
  text: string,
  isMeant: (program: string) => boolean,
): readonly NamedCommand[] {
  const code = codeIn(text);
  return Array.from(text.matchAll(WORDS)).flatMap(({ 0: word, index: start }) => {
    const program = programOf(trimSigns(word, '.,;!?', 'end'));
    if (!isMeant(program)) return [];
    const hints = proseHints().byProgram.get(program) ?? [];
    const isName = hints.length > 0 && !hints.some(({ hint }) => hint.also_words.includes(program));
    const isSure =
      isName || isIn(code, start) || isCommandThere(text, start, start + word.length, code);
    return [{ words: wordsFrom(text, start).map((one) => one.text), isSure }];
  });
}

/** The same words with the signs left out that shells read over, and with codes read. */
export function waysToReadWords(reading: MappedText): readonly MappedText[] {
  const coded = replaced(reading, CODED, ([, body = '']) => decoded(body));
  const ways = coded.text === reading.text ? [reading] : [reading, coded];
  return ways.flatMap((way) => {
    const bare = replaced(way, QUOTES, () => '');
    return bare.text === way.text ? [way] : [way, bare];
  });
}

function codeIn(text: string): readonly Span[] {
  if (!/[`~]/.test(text)) return [];
  const code = Array.from(text.matchAll(CODE_SPAN), ({ 1: sign = '', 2: body = '', index }) => ({
    start: index + sign.length,
    end: index + sign.length + body.length,
  }));
  let fence: { readonly sign: string; readonly start: number } | null = null;
  for (const { start, end } of linesOf(text)) {
    const sign = FENCE.exec(text.slice(start, end))?.[1];
    if (sign === undefined || (fence !== null && sign !== fence.sign)) continue;
    if (fence !== null) code.push({ start: fence.start, end: start });
    fence = fence === null ? { sign, start: end + 1 } : null;
  }
  // Nothing says that it must end.
  if (fence !== null) code.push({ start: fence.start, end: text.length });
  return code.toSorted((a, b) => a.start - b.start);
}

/** Halves the list, so that many pieces of code and many words take no time in proportion to both. */
function isIn(code: readonly Span[], at: number): boolean {
  let low = 0;
  let high = code.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((code[middle]?.start ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  // A block may hold spans, so the one before may have ended while one around it goes on.
  return [1, 2, 3].some((back) => (code[low - back]?.end ?? -1) > at);
}

/** Programs by name, each with the words behind it in its sentence. */
function scanWords(text: string, code: readonly Span[], report: Report): void {
  const met = new Set<ProseHint>();
  const { byProgram } = proseHints();
  for (const found of text.matchAll(programsIn())) {
    const start = found.index;
    const program = programOf(found[0]);
    const waiting = (byProgram.get(program) ?? []).filter((one) => !met.has(one));
    if (waiting.length === 0) continue;
    const end = start + found[0].length;
    const isMarked = isCommandThere(text, start, end, code);
    const words = wordsFrom(text, start);
    for (const one of waiting) {
      const isWord = one.hint.also_words.includes(program) || text.charAt(start - 1) === '.';
      if ((isWord && !isMarked) || !isMet(one, program, words)) continue;
      met.add(one);
      report(one.hint.id, { start, end: words.at(-1)?.end ?? end });
    }
  }
}

function isMet(
  { args, onlyWith }: ProseHint,
  program: string,
  [own, ...others]: readonly { readonly text: string }[],
): boolean {
  const hasOne = (
    tests: readonly ((word: string) => boolean)[],
    among: readonly { readonly text: string }[],
  ): boolean => among.some(({ text }) => tests.some((test) => test(text)));
  const needed = onlyWith.get(program);
  if (needed !== undefined && !hasOne(needed, others)) return false;
  const all = own === undefined ? others : [{ text: program }, ...others];
  return args.every((group) => hasOne(group, all));
}

let programs: RegExp | undefined;

function programsIn(): RegExp {
  if (programs === undefined) {
    const names = [...proseHints().byProgram.keys()]
      .filter((name) => /^[a-z]/.test(name))
      .toSorted((a, b) => b.length - a.length)
      .map((name) => name.replaceAll('.', String.raw`\.`));
    programs = new RegExp(
      String.raw`(?<![A-Za-z0-9_]|--)(?:${names.join('|')})(?:\.exe)?(?![A-Za-z0-9_-]|\.[A-Za-z0-9])`,
      'gi',
    );
  }
  programs.lastIndex = 0;
  return programs;
}

/** A person who writes a command there means one: with a path or flag, alone on a line, first in code, or asked to be run. */
function isCommandThere(text: string, start: number, end: number, code: readonly Span[]): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const behind = text.slice(end, end + BEFORE);
  const line = start <= BEFORE ? `\n${before}` : before;
  if (COMMAND_TAIL.test(behind)) return true;
  if (LINE_START.test(line) && LINE_END.test(behind)) return true;
  if (isIn(code, start) && CODE_START.test(line)) return true;
  return ASKED_TO_RUN.test(before) && !RUNS_SCRIPT.test(before);
}

/** The program and the words behind it, up to the end of its sentence. */
function wordsFrom(text: string, start: number): readonly (Span & { readonly text: string })[] {
  const part = text.slice(start, start + WINDOW);
  SENTENCE_END.lastIndex = 1;
  const end = SENTENCE_END.exec(part)?.index ?? part.length;
  return Array.from(part.slice(0, end).matchAll(WORDS), ({ 0: word, index }) => ({
    text: word,
    start: start + index,
    end: start + index + word.length,
  }));
}

/** Places of the system or of keys, to be changed or to be read. */
function scanPaths(text: string, paths: SensitivePaths, report: Report): void {
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end);
    for (const { 0: found, index } of line.matchAll(PATH)) {
      // A script says by it what it is for.
      if (line.slice(Math.max(0, index - 2), index) === '#!') continue;
      if (found === '/' && !REMOVES.test(line)) continue;
      if (!paths.has(found.replace(HOME, '~'))) continue;
      report('sensitive-path', { start: start + index, end: start + index + found.length });
      return;
    }
  }
}

function* linesOf(text: string): Generator<Span> {
  for (let start = 0; start <= text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    yield { start, end };
    start = end + 1;
  }
}
