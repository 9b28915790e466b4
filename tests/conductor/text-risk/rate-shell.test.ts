import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { parse } from 'unbash';
import { describe, expect, it, test } from 'vitest';

import { rateShell } from '../../../conductor/src/text-risk/rate-shell.ts';
import { readPlain } from '../../../conductor/src/text-risk/read-plain.ts';
import { ATTACK_FORMS } from '../../kit/attack-forms.ts';
import { plainTexts } from '../../kit/plain-texts.ts';
import { timed } from '../../kit/timed.ts';
import { CASES, LIMIT_MS } from '../../security/fuzz/cases.ts';

const BASH = { name: 'bash', isTrusted: true } as const;

const ORDINARY = readFileSync(
  new URL('../../fixtures/shell/ordinary-commands.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n');

const asks = (text: string, shell = BASH): boolean => rateShell(text, shell).length > 0;

test('of 304 ordinary commands fewer than 15 % ask, where the folder is trusted', () => {
  const asked = ORDINARY.filter((text) => asks(text));
  expect(ORDINARY.length).toBe(304);
  expect(asked.length / ORDINARY.length, asked.join('\n')).toBeLessThanOrEqual(0.15);
});

test('no attack form is low', () => {
  expect(ATTACK_FORMS.length).toBeGreaterThan(1_000);
  expect(ATTACK_FORMS.filter((text) => !asks(text))).toEqual([]);
});

test.each(['\u0015', '\r', '\t', '\u001b', '\u007f', '\u00a0', 'é', '\u202e', '\u2028'])(
  'a sign that a terminal may act on, or that nobody sees, asks in quotes too: %j',
  (sign) => {
    expect(asks(`echo 'x${sign}'`)).toBe(true);
  },
);

test.each(['powershell', 'pwsh', 'cmd', 'fish', 'csh', 'nu', '', null])(
  'what goes to %s asks',
  (name) => {
    expect(rateShell('ls', { name, isTrusted: true })).toEqual([
      { rule: 'other-shell', start: 0, end: 2 },
    ]);
  },
);

describe('what is in the way is named with its place', () => {
  it.each([
    ['ls; rm -rf a; ls', 'not-listed', 'rm -rf a'],
    ['ls > a', 'not-readable', '>'],
    ['echo $X', 'not-readable', '$'],
    ['ls\tx', 'not-readable', 'ls\tx'],
  ])('%j', (text, rule, match) => {
    const [found] = rateShell(text, BASH);
    expect({ rule: found?.rule, match: text.slice(found?.start, found?.end) }).toEqual({
      rule,
      match,
    });
  });
});

test('what the project says runs unasked in a folder that a person trusts alone', () => {
  expect(rateShell('ls && npm test', { name: 'zsh', isTrusted: false })).toEqual([
    { rule: 'project-tools', start: 6, end: 14 },
  ]);
  expect(asks('ls && npm test')).toBe(false);
});

test.each(['cat', 'sort', 'wc -l', 'head', 'grep a', "sed 's/a/b/'", "awk '{print $1}'", 'tr a b'])(
  '%s reads what is typed next, unless another command feeds it',
  (text) => {
    expect(asks(text)).toBe(true);
    expect(asks(`ls | ${text}`)).toBe(false);
  },
);

test('a pattern for names begins with a letter where a name could be an option', () => {
  expect(asks('du *')).toBe(true);
  expect(asks('du s*')).toBe(false);
  expect(asks('uniq s*')).toBe(true);
  expect(asks('l* a')).toBe(true);
});

/** The compared part of another reader's tree. */
interface Seen {
  readonly type: string;
  readonly background?: boolean;
  readonly command?: Seen;
  readonly commands?: readonly Seen[];
  readonly name?: { readonly value: string };
  readonly suffix?: readonly { readonly value?: string }[];
}

/** The words of each command as another reader sees them; null: it sees something that we do not read. */
function wordsOfUnbash(text: string): readonly (readonly string[])[] | null {
  const found: string[][] = [];
  let isPlain = true;
  const walk = ({ type, background, command, commands, name, suffix = [] }: Seen): void => {
    if (background === true) isPlain = false;
    if (type === 'Command')
      found.push([name?.value ?? '', ...suffix.flatMap(({ value }) => value ?? [])]);
    else if (type === 'Statement' && command !== undefined) walk(command);
    else if (type === 'AndOr' || type === 'Pipeline') commands?.forEach(walk);
    else isPlain = false;
  };
  (parse(text).commands as unknown as readonly Seen[]).forEach(walk);
  return isPlain ? found : null;
}

it(
  'another reader sees the same words in what is readable',
  () => {
    fc.assert(
      fc.property(plainTexts(), (text) => {
        const reading = readPlain(text);
        if (!reading.isPlain) return;
        const own = reading.commands.map(({ words }) => words.map((word) => word.text));
        expect(wordsOfUnbash(text), text).toEqual(own);
      }),
      { numRuns: Math.max(CASES, 3_000) },
    );
  },
  LIMIT_MS,
);

it.each([
  '$(',
  '"$(',
  '${',
  '`',
  '{',
  '(',
  "'a'",
  '"a"',
  'a|',
  'a ',
  'a;',
  'CI=1 ',
  '=',
  '~',
  'a~',
  '*',
])('the time it takes grows by the length of the text alone: %j', (part) => {
  const took = [20_000, 200_000].map((length) => {
    const text = part.repeat(length / part.length);
    return timed(() => rateShell(text, BASH)).tookMs;
  });
  expect(Math.max(...took)).toBeLessThan(50);
  const whole = part.repeat(2_000 / part.length);
  expect(timed(() => rateShell(whole, BASH)).tookMs).toBeLessThan(50);
});
