import * as z from 'zod';

import file from './prose-hints.v1.json' with { type: 'json' };

const texts = z.array(z.string());
const Hint = z.strictObject({
  id: z.string(),
  level: z.enum(['medium', 'high']),
  programs: texts.default([]),
  /** Words of a language too: they count only where a command would stand. */
  also_words: texts.default([]),
  /**
   * Groups of arguments: one of each stands behind the program. `~`: an expression; `-x` also within `-axb`; `--long`
   * also cut short.
   */
  args: z.array(texts).default([]),
  /** Arguments by program: one of them has to stand behind that program. */
  only_with: z.record(z.string(), texts).default({}),
  /** An expression that counts wherever it fits. */
  text: z.string().optional(),
  words: z.strictObject({ en: z.string(), zh: z.string() }),
});

const HintsFile = z.strictObject({
  version: z.int(),
  sensitive: z.strictObject({ exact: texts, folders: texts, home: texts }),
  hints: z.array(Hint),
});

type WordTest = (word: string) => boolean;

/** One hint, ready to be used. */
export interface ProseHint {
  readonly hint: z.infer<typeof Hint>;
  readonly args: readonly (readonly WordTest[])[];
  readonly onlyWith: ReadonlyMap<string, readonly WordTest[]>;
  readonly text: RegExp | null;
}

export interface ProseHints {
  readonly all: readonly ProseHint[];
  readonly byId: ReadonlyMap<string, ProseHint>;
  readonly byProgram: ReadonlyMap<string, readonly ProseHint[]>;
  readonly sensitive: z.infer<typeof HintsFile>['sensitive'];
}

let ready: ProseHints | undefined;

/** Returns the hints in a sentence at a command that could do harm; prepared at the first call. */
export function proseHints(): ProseHints {
  ready ??= prepare();
  return ready;
}

function prepare(): ProseHints {
  const { sensitive, hints } = HintsFile.parse(file);
  const all = hints.map((hint) => ({
    hint,
    args: hint.args.map((group) => group.map(testOf)),
    onlyWith: new Map(
      Object.entries(hint.only_with).map(([program, group]) => [program, group.map(testOf)]),
    ),
    text: hint.text === undefined ? null : new RegExp(hint.text, 'i'),
  }));
  const byProgram = new Map<string, ProseHint[]>();
  for (const one of all)
    for (const program of one.hint.programs)
      byProgram.set(program, [...(byProgram.get(program) ?? []), one]);
  return { all, byId: new Map(all.map((one) => [one.hint.id, one])), byProgram, sensitive };
}

function testOf(wanted: string): WordTest {
  if (wanted.startsWith('~')) {
    const pattern = new RegExp(wanted.slice(1), 'i');
    return (word) => pattern.test(word);
  }
  if (wanted.startsWith('--')) return (word) => isLongFlag(word, wanted);
  if (/^-\w$/.test(wanted)) {
    const letter = wanted.charAt(1);
    return (word) => /^-\w+$/.test(word) && word.includes(letter);
  }
  const lower = wanted.toLowerCase();
  return (word) => word.length === lower.length && word.toLowerCase() === lower;
}

/** Programs take a long flag cut short as well, and some take it behind one dash. */
function isLongFlag(word: string, wanted: string): boolean {
  const [name = ''] = word.toLowerCase().split('=', 1);
  if (`-${name}` === wanted) return true;
  return name.length > '--'.length + 1 && name.startsWith('--') && wanted.startsWith(name);
}
