import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { riskRules } from '../../../../conductor/src/features/runs/risk/risk-rules.ts';
import {
  type Risk,
  type RiskContext,
  scanRisk,
} from '../../../../conductor/src/features/runs/risk/scan-risk.ts';
import { CASES, LIMIT_MS } from '../../../security/fuzz/cases.ts';
import { sampled } from '../../../kit/samples.ts';
import { timed } from '../../../kit/timed.ts';

const PLACES = {
  folder: '/srv/project',
  home: '/home/me',
  dataFolder: '/home/me/.local/share/baton',
} as const;
const SHELL: RiskContext = { worker: 'shell', platform: 'linux', ...PLACES };
const ASSISTANT: RiskContext = { worker: 'assistant', platform: 'linux', ...PLACES };
const WORKERS = { shell: SHELL, assistant: ASSISTANT } as const;

const idsOf = ({ findings }: Risk): readonly string[] => findings.map(({ rule }) => rule);

type Worker = keyof typeof WORKERS;
const examples = (kind: 'match' | 'pass', ...workers: readonly Worker[]) =>
  riskRules().all.flatMap(({ rule }) =>
    workers.flatMap((worker) =>
      rule[kind][worker].map((text) => ({ id: rule.id, level: rule.level, worker, text })),
    ),
  );

/** To other shells a backslash is not a part of a path. */
const IS_WINDOWS = /[A-Z]:\\|HK[A-Z]+\\/;

describe('each rule', () => {
  it.each(examples('match', 'shell', 'assistant'))(
    '$id fits, for a $worker: $text',
    ({ id, worker, text }) => {
      expect(idsOf(scanRisk(text, { ...WORKERS[worker], platform: 'win32' }))).toContain(id);
      if (worker === 'shell' && IS_WINDOWS.test(text)) return;
      expect(idsOf(scanRisk(text, WORKERS[worker]))).toContain(id);
    },
  );

  it.each(examples('pass', 'shell', 'assistant'))(
    '$id does not fit, for a $worker: $text',
    ({ id, worker, text }) => {
      expect(idsOf(scanRisk(text, WORKERS[worker]))).not.toContain(id);
    },
  );

  it('has an id of its own, words in both languages, and examples of both kinds', () => {
    const rules = riskRules().all.map(({ rule }) => rule);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const { id, words, match, pass } of rules) {
      expect(words.en, id).not.toBe('');
      expect(words.zh, id).toMatch(/\p{Script=Han}/u);
      expect(match.shell.length, id).toBeGreaterThan(0);
      expect(pass.shell.length + pass.assistant.length, id).toBeGreaterThan(1);
    }
  });
});

test('what no rule names is of low risk', () => {
  for (const text of [
    'npm test',
    'ls -la',
    '请实现导出功能，并写测试',
    'Add --json to `export`.',
    '',
  ])
    for (const context of [SHELL, ASSISTANT])
      expect(scanRisk(text, context), text).toEqual({ level: 'low', findings: [] });
});

test('a finding tells where it stands in the text as it was given', () => {
  const text = 'echo 你好\u200b; ｒｍ -rf build';
  const { level, findings } = scanRisk(text, SHELL);
  expect(level).toBe('high');
  const found = findings.find(({ rule }) => rule === 'delete-files');
  expect(found).toEqual({
    rule: 'delete-files',
    level: 'high',
    start: text.indexOf('ｒ'),
    end: text.length,
    match: 'ｒｍ -rf build',
  });
});

test('what is shown of a finding is short', () => {
  const [found] = scanRisk(`rm ${'x'.repeat(5_000)}`, SHELL).findings;
  expect(found?.match).toHaveLength(200);
});

describe('places', () => {
  it('are those of the worker: its folder, the person’s, Baton’s own', () => {
    expect(scanRisk('echo a > notes.txt', SHELL).level).toBe('low');
    expect(scanRisk('echo a > /srv/project/x/../notes.txt', SHELL).level).toBe('low');
    expect(scanRisk('echo a > /srv/other/notes.txt', SHELL).level).toBe('medium');
    expect(
      scanRisk('echo a > /srv/project/notes.txt', { worker: 'shell', platform: 'linux' }).level,
    ).toBe('medium');
    expect(scanRisk('touch /home/me/.local/share/baton/baton.db', SHELL).level).toBe('high');
    expect(scanRisk('touch /home/me/.ssh/config', SHELL).level).toBe('high');
    expect(scanRisk('touch /home/you/.ssh/config', SHELL).level).toBe('low');
  });

  it('are followed through cd', () => {
    expect(idsOf(scanRisk('cd /etc; touch hosts', SHELL))).toEqual(['sensitive-path']);
    expect(scanRisk('cd src; touch hosts', SHELL).level).toBe('low');
    expect(scanRisk('cd ..; echo a > x', SHELL).level).toBe('medium');
  });
});

/** Each makes of a command another text that does at least as much. */
const DISGUISES: Readonly<Record<string, (text: string, at: number) => string>> = {
  'an unseen character': (text, at) => inserted(text, at, '\u200b'),
  'a soft hyphen': (text, at) => inserted(text, at, '\u00ad'),
  'a mark that turns the direction': (text, at) => inserted(text, at, '\u202e'),
  'a control character': (text, at) => inserted(text, at, '\u0008'),
  'an unseen letter': (text, at) => inserted(text, at, '\u3164'),
  'full-width letters': (text) => text.replaceAll(/[a-z]/gi, fullWidth),
  'a full-width letter': (text, at) => {
    const letter = /[a-z]/i.exec(text.slice(at))?.[0] ?? '';
    return text.slice(0, at) + text.slice(at).replace(letter, fullWidth);
  },
  'sudo -u': (text) => `sudo -u x ${text}`,
  env: (text) => `env A=b ${text}`,
  'an assignment': (text) => `A=b ${text}`,
  'another command before': (text) => `true && ${text}`,
  'a pipe before': (text) => `echo y | ${text}`,
  'a line before': (text) => `echo hello\n${text}`,
  'a return before': (text) => `echo hello\r${text}`,
  'a line separator before': (text) => `echo hello\u2028${text}`,
  'a comment with a quote before': (text) => `echo a # it's\n${text}`,
  'a document with a quote before': (text) => `cat <<END\nit's\nEND\n${text}\necho it's`,
  'another command behind': (text) => `${text}; echo done`,
  'a quote behind': (text) => `${text}; echo "it's"`,
  'a substitution': (text) => `echo $(${text})`,
  'a substitution in quotes': (text) => `echo "$(${text})"`,
  'a subshell': (text) => `(${text})`,
  braces: (text) => `{ ${text}; }`,
  if: (text) => `if true; then ${text}; fi`,
  time: (text) => `time ${text}`,
  nohup: (text) => `nohup ${text} &`,
  'a parameter before': (text) => `echo \${x:-'}'}; ${text}`,
  'full-width quotes around': (text) => `echo ＂; ${text} ; echo ＂`,
};

const fullWidth = (letter: string): string =>
  letter && String.fromCharCode(letter.charCodeAt(0) + 0xfe_e0);

function inserted(text: string, at: number, what: string): string {
  const place = at % (text.length + 1);
  return text.slice(0, place) + what + text.slice(place);
}

/** A command of one line, without what would end a quote that is put around it. */
const COMMANDS = examples('match', 'shell').filter(
  ({ text, id }) =>
    !/[\n'"`]|:\(\)|bomb/.test(text) && !IS_WINDOWS.test(text) && id !== 'hides-itself',
);
const RANK = { low: 0, medium: 1, high: 2 } as const;

describe('no disguise lowers the level', () => {
  it.each(Object.keys(DISGUISES))('%s', (name) => {
    const disguise = DISGUISES[name] ?? String;
    for (const { text } of COMMANDS) {
      const { level } = scanRisk(text, SHELL);
      for (let at = 0; at <= text.length; at += 1) {
        const disguised = disguise(text, at);
        expect(RANK[scanRisk(disguised, SHELL).level], disguised).toBeGreaterThanOrEqual(
          RANK[level],
        );
        if (disguised === disguise(text, at + 1)) break;
      }
    }
  });

  const PROGRAM = fc.constantFrom(
    ...COMMANDS.filter(
      ({ text, level }) => level === 'high' && riskRules().byProgram.has(text.split(' ')[0] ?? ''),
    ).map(({ text }) => text),
  );
  /** Ways to write the same letter: plain, behind a sign that takes it as it is, quoted, by its number. */
  const WAYS: readonly ((letter: string) => string)[] = [
    String,
    (letter) => `\\${letter}`,
    (letter) => `'${letter}'`,
    (letter) => `"${letter}"`,
    (letter) => `''${letter}`,
    (letter) => `$'\\x${letter.charCodeAt(0).toString(16)}'`,
    (letter) => `${letter}\\\n`,
  ];

  it(
    'of a program, however its letters are quoted',
    () => {
      fc.assert(
        fc.property(PROGRAM, fc.infiniteStream(fc.nat(WAYS.length - 1)), (text, ways) => {
          const [program = '', ...others] = text.split(' ');
          const quoted = Array.from(program, (letter) =>
            WAYS[ways.next().value ?? 0]?.(letter),
          ).join('');
          const whole = [quoted, ...others].join(' ');
          expect(scanRisk(whole, SHELL).level, whole).toBe('high');
        }),
        { numRuns: CASES },
      );
    },
    LIMIT_MS,
  );

  it(
    'of a command, however disguises are put together',
    () => {
      const layered = ['sudo -u x', 'env', 'another command before', 'a line before', 'a subshell'];
      const other = ['braces', 'if', 'time', 'a substitution', 'a substitution in quotes'];
      const seen = ['an unseen character', 'a control character', 'full-width letters'];
      const NAMES = fc.array(fc.constantFrom(...layered, ...other), { maxLength: 4 });
      fc.assert(
        fc.property(PROGRAM, NAMES, fc.constantFrom(...seen), fc.nat(), (text, names, last, at) => {
          const all = [...names, last].reduce(
            (one, name) => (DISGUISES[name] ?? String)(one, at),
            text,
          );
          expect(scanRisk(all, SHELL).level, all).toBe('high');
        }),
        { numRuns: CASES },
      );
    },
    LIMIT_MS,
  );

  it.each([
    'r"m" x',
    '\\rm x',
    '/bin/rm x',
    "r''m -rf x",
    'ｒｍ x',
    'r\u200bm x',
    "$'\\x72m' x",
    'please run:\u2028rm x',
  ])('for an assistant: %j', (text) => {
    expect(scanRisk(text, ASSISTANT).level).toBe('high');
  });
});

/** Parts that a rule could read again and again. */
const HARD = [
  'a',
  ' ',
  '\\',
  "'",
  '"',
  '`',
  '(',
  '$(',
  '${',
  '{',
  '{a,',
  '[',
  '$',
  '#',
  '# ',
  '<',
  '<<',
  '<<A\n',
  '|',
  '&',
  '\n',
  '\r',
  '\u2028',
  'sudo ',
  'sh ',
  'git ',
  'git push ',
  'rm ',
  'echo a|sh;',
  'sh|',
  'sh -c "',
  'cp /etc/[ ',
  '../',
  '/etc/',
  'curl x | ',
  'iex ',
  'aaaa(',
  '~',
  '```\n',
  '` ',
  '"$(',
  '\u0301',
  'a\u0301',
  '\u200b',
  '\u{e0001}',
  '\ud800',
  "$'\\",
  'drop ',
  '> ',
  '%A',
  'format ',
  '写/',
  'eval $(',
  'x=',
  '- rm.',
];

describe('the time it takes grows by the length of the text alone', () => {
  const LENGTH = 65_536;
  const filled = (part: string): string =>
    part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);
  it.each(sampled(HARD, 3, 9, 18, 24, 30))('%j', (part) => {
    const text = filled(part);
    for (const worker of ['shell', 'assistant'] as const) {
      const { tookMs } = timed(() => scanRisk(text, WORKERS[worker]));
      expect(tookMs, worker).toBeLessThan(2_000);
    }
  });
});
