import { trimSigns } from '../trim-signs.ts';
import { decoded } from './coded-text.ts';
import { programOf } from './find-commands.ts';
import { type MappedText, replaced } from './mapped-text.ts';
import type { Paths } from './paths.ts';
import type { Word } from './read-shell.ts';
import { type ReadyRule, riskRules, type RiskRules } from './risk-rules.ts';
import { isMet, type Report, scanShell, type ShellScan } from './scan-shell.ts';

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
/** What stands before the first word of a line, and behind the last. */
const LINE_START = /(?:^|\n)[ \t>*\-•\d.)$#`"']*$/;
const LINE_END = /^[ \t`"'.。]*(?:\n|$)/;

/** A block of code begins or ends with a line of three of these signs or more. */
const FENCE = /^[ \t]*(```|~~~)/;
const SPAN = /(`{1,2})([^`\n]+)\1/g;

/** Signs that shells read over. */
const QUOTES = /['"\\^`]/g;
const CODED = /\$'((?:[^'\\\n]|\\.)*)'/g;

const PATH =
  /(?<![\w.~/\\$%-])(?:~|\$HOME|\$\{HOME\}|%\w{1,40}%|\$env:\w{1,40}|[A-Za-z]:|HK[A-Z_]{2,24}:?)?[\\/][^\s'"`<>|;:,，。；（）()、]*|(?<![\w])~(?=[\s'"`]|$)/g;
const HOME = /^(?:\$HOME|\$\{HOME\}|%(?:USERPROFILE|HOME)%|\$env:(?:USERPROFILE|HOME))/i;
/** What changes a place, in the words of those who ask for it. */
const CHANGES =
  /\b(?:writ|overwrit|delet|remov|eras|wip|clear|clean|empt|drop|truncat|add|append|put|insert|install|creat|sav|stor|copy|copie|mov|renam|replac|patch|edit|chang|modif|updat|set|link|mount|chmod|chown|touch|tee|cp|mv|ln|sed)\w{0,5}\b|写|寫|改|删|刪|移|清|装|裝|加|存|放|建|覆盖|覆蓋|替换|替換|复制|複製|拷|更新|设置|>[>|]?\s{0,8}["']?(?:[~/$%]|[A-Za-z]:[\\/])/i;
const REMOVES = /\b(?:delet|remov|eras|wip|clear|empt)\w{0,5}\b|删|刪|清/i;

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Looks for commands in what an assistant is told: it may run them, however they stand in its text. */
export function scanAssistant(text: string, scan: ShellScan, report: Report): void {
  scanCode(text, scan, report);
  scanWords(text, scan, report);
  scanPaths(text, scan.paths, report);
}

/** A place in a text at which an assistant might take words for a command. */
export interface NamedCommand {
  /** From its program to the end of the sentence. */
  readonly words: readonly Word[];
  /** They are hardly anything else: where a command would stand, or of a program whose name is no word of a language. */
  readonly isSure: boolean;
}

/** The code of a text, which a shell may be given as it is, and where else programs are named. */
export function commandsIn(
  text: string,
  isMeant: (program: string) => boolean,
): { readonly code: readonly string[]; readonly named: readonly NamedCommand[] } {
  const named: NamedCommand[] = [];
  for (const { 0: word, index: start } of text.matchAll(WORDS)) {
    const program = programOf(trimSigns(word, '.,;!?', 'end'));
    if (!isMeant(program)) continue;
    const rules = riskRules().byProgram.get(program) ?? [];
    const isName = rules.length > 0 && !rules.some(({ rule }) => rule.also_words.includes(program));
    const isSure = isName || isCommandThere(text, start, start + word.length);
    named.push({ words: wordsFrom(text, start), isSure });
  }
  return { code: codeIn(text).map(({ start, end }) => text.slice(start, end)), named };
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

/** What stands in code a shell may be given as it is. */
function scanCode(text: string, scan: ShellScan, report: Report): void {
  for (const { start, end } of codeIn(text)) {
    scanShell(text.slice(start, end), scan, (rule, found) =>
      report(rule, { start: start + found.start, end: start + found.end }),
    );
  }
}

function codeIn(text: string): readonly Place[] {
  if (!/[`~]/.test(text)) return [];
  const code = Array.from(text.matchAll(SPAN), ({ 1: sign = '', 2: body = '', index }) => ({
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
  return code;
}

/** Programs by name, each with the words behind it in its sentence. */
function scanWords(text: string, { rules, paths, folder }: ShellScan, report: Report): void {
  const met = new Set<ReadyRule>();
  for (const found of text.matchAll(programsIn(rules))) {
    const start = found.index;
    const program = programOf(found[0]);
    const waiting = (rules.byProgram.get(program) ?? []).filter(
      (rule) => !met.has(rule) && rule.rule.paths === undefined,
    );
    if (waiting.length === 0) continue;
    const end = start + found[0].length;
    const isMarked = isCommandThere(text, start, end);
    const words = wordsFrom(text, start);
    for (const rule of waiting) {
      const isWord = rule.rule.also_words.includes(program) || text.charAt(start - 1) === '.';
      if (isWord && !isMarked) continue;
      if (!isMet(rule, program, words, folder, paths)) continue;
      met.add(rule);
      report(rule.rule.id, { start, end: words.at(-1)?.end ?? end });
    }
  }
}

let programs: RegExp | undefined;

function programsIn({ byProgram }: RiskRules): RegExp {
  if (programs === undefined) {
    const names = [...byProgram.keys()]
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

/** A person who writes a command there means one: with a path or flag, alone on a line, or asked to be run. */
function isCommandThere(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const behind = text.slice(end, end + BEFORE);
  if (COMMAND_TAIL.test(behind)) return true;
  if (LINE_START.test(start <= BEFORE ? `\n${before}` : before) && LINE_END.test(behind))
    return true;
  return ASKED_TO_RUN.test(before) && !RUNS_SCRIPT.test(before);
}

/** The program and the words behind it, up to the end of its sentence. */
function wordsFrom(text: string, start: number): readonly Word[] {
  const part = text.slice(start, start + WINDOW);
  SENTENCE_END.lastIndex = 1;
  const end = SENTENCE_END.exec(part)?.index ?? part.length;
  return Array.from(part.slice(0, end).matchAll(WORDS), ({ 0: word, index }) => ({
    text: word,
    start: start + index,
    end: start + index + word.length,
    isComputed: false,
    isCoded: false,
    hasBraces: false,
  }));
}

/** Places of the system or of keys, in a line that asks to change something. */
function scanPaths(text: string, paths: Paths, report: Report): void {
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end);
    if (!CHANGES.test(line)) continue;
    const removes = REMOVES.test(line);
    for (const { 0: found, index } of line.matchAll(PATH)) {
      // A script says by it what it is for.
      if (line.slice(Math.max(0, index - 2), index) === '#!') continue;
      const path = found.replace(HOME, '~');
      if (path === '/' && !removes) continue;
      if (!paths.isSensitive(path, undefined)) continue;
      report('sensitive-path', { start: start + index, end: start + index + found.length });
      return;
    }
  }
}

function* linesOf(text: string): Generator<Place> {
  for (let start = 0; start <= text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    yield { start, end };
    start = end + 1;
  }
}
