import { type FoundCommand, findCommands, type Span } from './find-commands.ts';
import { isDisk, isNowhere, isPath, type Paths } from './paths.ts';
import type { Dialect, Word } from './read-shell.ts';
import { type ReadyRule, type RiskRules } from './risk-rules.ts';

/** Takes what was found: the rule, and where. */
export type Report = (rule: string, span: Span) => void;

export interface ShellScan {
  readonly rules: RiskRules;
  readonly paths: Paths;
  /** The folder in which the first command runs. */
  readonly folder: string | undefined;
  readonly dialects: readonly Dialect[];
  /** What cannot be told is found as well. */
  readonly isStrict: boolean;
}

const MOVES: ReadonlySet<string> = new Set(['cd', 'pushd', 'chdir', 'set-location', 'sl']);
/** The word behind names the folder that is written to. */
const ONTO_FLAG = /^(?:-t|--target-directory|-Destination)/;

/** Looks at every command that a shell would run of the text. */
export function scanShell(text: string, scan: ShellScan, report: Report): void {
  const { commands, isUnreadable } = findCommands(text, scan.dialects);
  if (isUnreadable && scan.isStrict) report('not-readable', { start: 0, end: text.length });
  let { folder } = scan;
  for (const command of commands) {
    judgeCommand(command, folder, scan, report);
    folder = movedTo(command, folder, scan.paths);
  }
}

function judgeCommand(
  command: FoundCommand,
  folder: string | undefined,
  { rules, paths, isStrict }: ShellScan,
  report: Report,
): void {
  const { candidates, words, writes, span } = command;
  if (command.isComputed && isStrict) report('not-readable', span);
  if (words.some(({ isCoded }) => isCoded)) report('hides-itself', span);
  for (const rule of rules.all) {
    if (writes.some((word) => isWrite(rule, word.text, folder, paths))) report(rule.rule.id, span);
    if (!command.isRun) continue;
    if (candidates.some(({ program }) => rule.rule.downloads.includes(program)))
      report(rule.rule.id, span);
  }
  const judged = new Set<ReadyRule>();
  for (const { program, place } of candidates) {
    for (const rule of rules.byProgram.get(program) ?? []) {
      // The words behind the first place hold those behind the others.
      if (judged.has(rule)) continue;
      judged.add(rule);
      if (isMet(rule, program, words.slice(place), folder, paths)) report(rule.rule.id, span);
    }
  }
}

/** @param words The program's own, and those behind it. */
export function isMet(
  { rule, args, onlyWith, onto }: ReadyRule,
  program: string,
  words: readonly Word[],
  folder: string | undefined,
  paths: Paths,
): boolean {
  const [own, ...others] = words;
  const hasOne = (tests: readonly ((word: string) => boolean)[], among: readonly Word[]): boolean =>
    among.some(({ text }) => tests.some((test) => test(text)));
  const needed = onlyWith.get(program);
  if (needed !== undefined && !hasOne(needed, others)) return false;
  const all = own === undefined ? others : [{ ...own, text: program }, ...others];
  if (!args.every((group) => hasOne(group, all))) return false;
  if (rule.paths === undefined) return true;
  return targetsOf(others, onto.has(program)).some((path) =>
    isTarget(rule.paths, path, folder, paths),
  );
}

/** What the command may write to. */
function targetsOf(words: readonly Word[], isOnto: boolean): readonly string[] {
  const isAny = !isOnto || words.some(({ text }) => ONTO_FLAG.test(text));
  const named = words.flatMap(({ text }) => {
    const sign = text.indexOf('=');
    const valued = sign === -1 ? [] : [text.slice(sign + 1)];
    return [text.replace(/^-[tCdo](?=[/~.])/, ''), ...valued].filter(isPath);
  });
  return isAny ? named : named.slice(-1);
}

function isTarget(
  kind: 'disk' | 'sensitive' | 'outside' | undefined,
  path: string,
  folder: string | undefined,
  paths: Paths,
): boolean {
  if (kind === undefined || isNowhere(path)) return false;
  if (kind === 'disk') return isDisk(path);
  return kind === 'sensitive' ? paths.isSensitive(path, folder) : paths.isOutside(path, folder);
}

function isWrite(
  { rule }: ReadyRule,
  path: string,
  folder: string | undefined,
  paths: Paths,
): boolean {
  return isTarget(rule.writes, path, folder, paths);
}

function movedTo(
  { candidates, words }: FoundCommand,
  folder: string | undefined,
  paths: Paths,
): string | undefined {
  const moves = candidates.find(({ program }) => MOVES.has(program));
  const to = moves === undefined ? undefined : words[moves.place + 1];
  return to === undefined || !isPath(to.text) ? folder : (paths.rooted(to.text, folder) ?? folder);
}
