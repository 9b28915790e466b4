import * as z from 'zod';

import file from './risk-rules.v1.json' with { type: 'json' };

export type RiskLevel = 'low' | 'medium' | 'high';

const texts = z.array(z.string());
const Examples = z.strictObject({ shell: texts, assistant: texts });
const Rule = z.strictObject({
  id: z.string(),
  level: z.enum(['medium', 'high']),
  /** Where its programs are found; of Windows' the case of letters is not looked at. */
  shells: z.array(z.enum(['posix', 'powershell', 'cmd'])),
  programs: texts.default([]),
  /** Of these what is written to stands last: of `cp a b` it is `b`. */
  programs_onto: texts.default([]),
  /** Words of a language too: to an assistant they count only where a command would stand. */
  also_words: texts.default([]),
  /** Of each group one stands behind the program. `~`: an expression; `-x` also within `-axb`; `--long` also cut short. */
  args: z.array(texts).default([]),
  /** Of such a program one of these has to stand behind it. */
  only_with: z.record(z.string(), texts).default({}),
  /** What the words behind the program name. */
  paths: z.enum(['sensitive', 'outside']).optional(),
  /** What `>` leads to. */
  writes: z.enum(['disk', 'sensitive', 'outside']).optional(),
  /** Programs whose output must not be run. */
  downloads: texts.default([]),
  /** An expression that counts wherever it fits. */
  text: z.string().optional(),
  words: z.strictObject({ en: z.string(), zh: z.string() }),
  match: Examples,
  pass: Examples,
});

const RulesFile = z.strictObject({
  version: z.int(),
  wrappers: z.strictObject({
    /** Run the program that stands behind them. */
    plain: texts,
    /** Do so behind one of these words. */
    after: z.record(z.string(), texts),
    /** Run what they are given as text, or read. */
    shells: texts,
    /** Do so unless they are given a file or a text. */
    interpreters: texts,
    /** Stand before a command and are none. */
    words: texts,
  }),
  sensitive: z.strictObject({ exact: texts, folders: texts, home: texts }),
  rules: z.array(Rule),
});

/** One rule, as its file has it. */
export type RiskRule = z.infer<typeof Rule>;

/** Tells of one word whether it is meant. */
export type WordTest = (word: string) => boolean;

/** A rule that is ready to be used. */
export interface ReadyRule {
  readonly rule: RiskRule;
  readonly args: readonly (readonly WordTest[])[];
  readonly onlyWith: ReadonlyMap<string, readonly WordTest[]>;
  readonly onto: ReadonlySet<string>;
  readonly text: RegExp | null;
}

export interface RiskRules {
  readonly version: number;
  readonly all: readonly ReadyRule[];
  readonly byId: ReadonlyMap<string, ReadyRule>;
  readonly byProgram: ReadonlyMap<string, readonly ReadyRule[]>;
  readonly wrappers: {
    readonly plain: ReadonlySet<string>;
    readonly after: ReadonlyMap<string, readonly string[]>;
    readonly shells: ReadonlySet<string>;
    readonly interpreters: ReadonlySet<string>;
    readonly words: ReadonlySet<string>;
  };
  readonly sensitive: z.infer<typeof RulesFile>['sensitive'];
}

let ready: RiskRules | undefined;

/** The rules; read when they are first asked for. */
export function riskRules(): RiskRules {
  ready ??= prepare();
  return ready;
}

function prepare(): RiskRules {
  const { version, wrappers, sensitive, rules } = RulesFile.parse(file);
  const all = rules.map((rule) => ({
    rule,
    args: rule.args.map((group) => group.map(testOf)),
    onlyWith: new Map(
      Object.entries(rule.only_with).map(([program, group]) => [program, group.map(testOf)]),
    ),
    onto: new Set(rule.programs_onto),
    text: rule.text === undefined ? null : new RegExp(rule.text, 'i'),
  }));
  const byProgram = new Map<string, ReadyRule[]>();
  for (const one of all) {
    for (const program of [...one.rule.programs, ...one.rule.programs_onto]) {
      const known = byProgram.get(program) ?? [];
      if (!known.includes(one)) byProgram.set(program, [...known, one]);
    }
  }
  return {
    version,
    all,
    byId: new Map(all.map((one) => [one.rule.id, one])),
    byProgram,
    wrappers: {
      plain: new Set(wrappers.plain),
      after: new Map(Object.entries(wrappers.after)),
      shells: new Set(wrappers.shells),
      interpreters: new Set(wrappers.interpreters),
      words: new Set(wrappers.words),
    },
    sensitive,
  };
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
