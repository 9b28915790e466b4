import { fitsGlob } from '../../../shared/lib/glob.ts';
import { readingsOf } from './mapped-text.ts';
import { readPlain } from './read-plain.ts';
import { isPlainShell } from './rate-shell.ts';
import { commandsIn, programOf, waysToReadWords } from './scan-prose.ts';
import type { ToldShell } from './told-shell.ts';

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

const MAX_SHOWN = 80;
/** Parts of a word that another shell, or another program, could take for a command. */
const WITHIN = /[^\s;|&()<>=]+/g;

/** PowerShell and cmd read no more into it than other shells do. */
const PLAIN_ANYWHERE = /^[A-Za-z0-9][\w ./:-]*$/;

/**
 * The first command of a text that a role may not be told to run; null: it may be told it. What a shell is told has to be
 * plain: a word that is known only when it runs, and a file that is written, are on no list. In what an assistant is told
 * only what is denied is looked for: the rest of its words are sentences.
 */
export function refusedCommand(
  text: string,
  { allow, deny }: RoleCommands,
  shell: Pick<ToldShell, 'name'> | null,
): RefusedCommand | null {
  if (shell !== null)
    return allow === null && deny.length === 0 ? null : refusedInShell(text, allow, deny, shell);
  for (const reading of deny.length === 0 ? [] : readingsOf(text))
    for (const way of waysToReadWords(reading)) {
      const programs = deny.map(programIn);
      const named = commandsIn(way.text, (name) => programs.some((one) => fits(one, name)));
      const denied = deny.find((pattern) =>
        named.some(
          // One word alone is often a word of the sentence.
          ({ words, isSure }) =>
            (isSure || pattern.includes(' ')) && isDenied(words.map(asItStands), pattern),
        ),
      );
      if (denied !== undefined) return { by: 'deny', command: denied };
    }
  return null;
}

function refusedInShell(
  text: string,
  allow: RoleCommands['allow'],
  deny: readonly string[],
  { name }: Pick<ToldShell, 'name'>,
): RefusedCommand | null {
  const by = allow === null ? 'deny' : 'allow';
  const reading = readPlain(text);
  if (!reading.isPlain || (!isPlainShell(name) && !PLAIN_ANYWHERE.test(text)))
    return { by, command: shown(text) };
  for (const command of reading.commands) {
    const words = command.words.map((word) => word.text);
    // Whatever runs it stands before it, or holds it in a word.
    const parts = command.words.flatMap(({ text: word, glob }) =>
      (word.match(WITHIN) ?? []).map((part) => ({ text: part, isPattern: glob !== null })),
    );
    const readings = [parts, parts.map(withoutQuotes)]; // guard: role-words-within
    const denied = deny.find((pattern) =>
      readings.some((all) => all.some((_, place) => isDenied(all.slice(place), pattern))),
    );
    if (denied !== undefined) return { by: 'deny', command: denied };
    const isComputed = command.words[0]?.glob !== null;
    const isChanged = allow !== null && command.isPrefixed;
    if (
      isComputed ||
      isChanged ||
      (allow !== null && !allow.some((pattern) => isAllowed(words, pattern)))
    )
      return { by, command: shown(text.slice(command.start, command.end)) };
  }
  return null;
}

/** Checks whether a command fits a pattern as it stands: a program out of another folder is another program. */
function isAllowed(words: readonly string[], pattern: string): boolean {
  const wanted = pattern.split(' ');
  return (
    words.length >= wanted.length &&
    wanted.every((one, place) => {
      const word = words[place] ?? '';
      // guard: role-program
      const isOfFolder = place === 0 && !one.includes('/') && /[/\\]/.test(word);
      return !isOfFolder && fits(one, word);
    })
  );
}

interface Part {
  readonly text: string;
  /** Characters that a shell replaces by names of files. */
  readonly isPattern: boolean;
}

const asItStands = (text: string): Part => ({ text, isPattern: false });

/** As a shell reads it that is given it in a word: `r''m`. */
const withoutQuotes = ({ text, isPattern }: Part): Part => ({
  text: text.replaceAll(/['"\\]/g, ''),
  isPattern,
});

/** Flags and what belongs to them may stand between: `git -C there push`. */
function isDenied(words: readonly Part[], pattern: string): boolean {
  if (!fits(programIn(pattern), programOf(words[0]?.text ?? ''))) return false;
  let at = 0;
  for (const one of pattern.split(' ').slice(1)) {
    let next = at + 1;
    if (words[next]?.text.startsWith('-') === true)
      while (next < words.length && !mayBe(one, words[next])) next += 1;
    if (!mayBe(one, words[next])) return false;
    at = next;
  }
  return true;
}

/** A file may be there of whose name the word is a pattern. */
function mayBe(wanted: string, word: Part | undefined): boolean {
  if (word === undefined) return false;
  if (fits(wanted, word.text)) return true;
  // guard: role-computed-words
  return word.isPattern && (wanted.includes('*') || fits(word.text.replaceAll('?', '*'), wanted));
}

const programIn = (pattern: string): string => programOf(pattern.split(' ', 1)[0] ?? '');

/** The case of letters is not looked at: Windows does not. */
function fits(pattern: string, word: string): boolean {
  return fitsGlob(pattern.toLowerCase().replaceAll(/\*+/g, '**'), word.toLowerCase());
}

function shown(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN)}…`;
}
