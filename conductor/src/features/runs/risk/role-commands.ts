import { fitsGlob } from '../../../../../shared/lib/glob.ts';
import { dialectsOf, findCommands, type FoundCommand, programOf } from './find-commands.ts';
import { readingsOf } from './mapped-text.ts';
import type { Dialect } from './read-shell.ts';
import { commandsIn, waysToReadWords } from './scan-assistant.ts';

/** Which commands a role may be told to run, by the words with which they begin: `git push`. `*` is any signs. */
export interface RoleCommands {
  /** These alone, where a shell is told; null: all. */
  readonly allow: readonly string[] | null;
  /** None of these, whoever is told. They win. */
  readonly deny: readonly string[];
}

/** A command that a role may not be told to run. */
export interface RefusedCommand {
  /** The list of the role that is in the way. */
  readonly by: keyof RoleCommands;
  /** As it is written there, or as it stands in the text where no pattern has it. */
  readonly command: string;
}

/** Words of a command. */
type Words = readonly { readonly text: string }[];

const MAX_SHOWN = 80;

/**
 * The first command of a text that a role may not be told to run; null: it may be told it. In what an assistant is told
 * only what is denied is looked for: the rest of its words are sentences.
 */
export function refusedCommand(
  text: string,
  { allow, deny }: RoleCommands,
  to: { readonly isShell: boolean; readonly platform: NodeJS.Platform },
): RefusedCommand | null {
  const dialects = dialectsOf(to.platform);
  for (const reading of readingsOf(text)) {
    if (to.isShell) {
      const refused = refusedInShell(reading.text, { allow, deny }, dialects);
      if (refused !== null) return refused;
      continue;
    }
    if (deny.length === 0) return null;
    for (const way of waysToReadWords(reading)) {
      const refused = refusedInWords(way.text, deny, dialects);
      if (refused !== null) return refused;
    }
  }
  return null;
}

function refusedInShell(
  text: string,
  { allow, deny }: RoleCommands,
  dialects: readonly Dialect[],
): RefusedCommand | null {
  if (allow === null && deny.length === 0) return null;
  const by = allow === null ? 'deny' : 'allow';
  const { commands, isUnreadable } = findCommands(text, dialects);
  const denied = deniedOf(commands, deny);
  if (denied !== null) return { by: 'deny', command: denied };
  // What runs is known only when it runs.
  if (isUnreadable || commands.some(({ isComputed }) => isComputed))
    return { by, command: shown(text) };
  const other = allow === null ? undefined : commands.find((one) => !isAllowed(one, allow));
  return other === undefined ? null : { by: 'allow', command: shown(wordsOf(other)) };
}

function refusedInWords(
  text: string,
  deny: readonly string[],
  dialects: readonly Dialect[],
): RefusedCommand | null {
  const programs = deny.map(programIn);
  const { code, named } = commandsIn(text, (name) => programs.some((one) => fits(one, name)));
  const denied =
    deny.find((pattern) =>
      // One word alone is often a word of the sentence.
      named.some(
        ({ words, isSure }) => (isSure || pattern.includes(' ')) && begins(words, pattern, true),
      ),
    ) ??
    deniedOf(
      code.flatMap((part) => findCommands(part, dialects).commands),
      deny,
    );
  return denied === null ? null : { by: 'deny', command: denied };
}

/** The pattern that one of the commands fits, behind whatever runs it; null: none does. */
function deniedOf(commands: readonly FoundCommand[], deny: readonly string[]): string | null {
  for (const { words, candidates } of commands)
    for (const { place } of candidates) {
      const own = words.slice(place);
      const denied = deny.find((pattern) => begins(own, pattern, true));
      if (denied !== undefined) return denied;
    }
  return null;
}

/** It is one of them as it stands there, and nothing is set for it before. */
function isAllowed({ words, candidates }: FoundCommand, allow: readonly string[]): boolean {
  const place = candidates[0]?.place;
  if (place === undefined || words.slice(0, place).some(({ text }) => text.includes('=')))
    return false;
  return allow.some((pattern) => begins(words.slice(place), pattern, false));
}

/** @param skips Flags and what belongs to them may stand between: `git -C there push`. */
function begins(words: Words, pattern: string, skips: boolean): boolean {
  if (!fits(programIn(pattern), programOf(words[0]?.text ?? ''))) return false;
  let at = 0;
  for (const one of pattern.split(' ').slice(1)) {
    let next = at + 1;
    if (skips && words[next]?.text.startsWith('-') === true)
      while (next < words.length && !fits(one, words[next]?.text ?? '')) next += 1;
    if (next >= words.length || !fits(one, words[next]?.text ?? '')) return false;
    at = next;
  }
  return true;
}

const programIn = (pattern: string): string => programOf(pattern.split(' ', 1)[0] ?? '');

/** The case of letters is not looked at: Windows does not. */
function fits(pattern: string, word: string): boolean {
  return fitsGlob(pattern.toLowerCase().replaceAll(/\*+/g, '**'), word.toLowerCase());
}

function wordsOf({ words, writes }: FoundCommand): string {
  const all = [...words, ...writes.map(({ text }) => ({ text: `> ${text}` }))];
  return all.map(({ text }) => text).join(' ');
}

function shown(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN)}…`;
}
