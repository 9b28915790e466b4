import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import { rateShell } from '../../../conductor/src/text-risk/rate-shell.ts';

const CANARY = 'CANARY-7f3a91';
const SHELLS = ['bash', 'zsh', 'dash'].filter(
  (name) => spawnSync(name, ['-c', ':']).error === undefined,
);
const isLow = (text: string): boolean =>
  rateShell(text, { name: 'bash', isTrusted: false }).length === 0;

/** Texts that name nothing secret, and would show it all the same. */
const ATTACKS: readonly (readonly [gain: string, text: string])[] = [
  ['all files of a folder, compared with none', 'diff -rN . src'],
  ['the same, by options apart', 'diff -r -N . src'],
  ['hidden files of two folders, compared', 'diff apps packages'],
  ['side by side', 'diff -ry apps packages'],
  ['keys, by a search of the folder', 'rg CANARY'],
  ['keys, by a search of another one', 'rg -n . certs.d'],
  ['a hidden file, by a pattern of the search', "rg -g '.env' ''"],
  ['the same, in the long form', "rg --glob '.env*' A"],
  ['keys, by a pattern of the search', "rg -e . -g '*.pem' ."],
  ['a folder, behind what another command puts out', 'ls | rg CANARY src'],
  ['what git keeps of hidden files', 'git grep A'],
  ['the same, behind two dashes', "git grep '' -- src"],
  ['the token in the address of a remote', 'git remote -v'],
  ['a variable, by what a filter complains of', "echo 1 | jq '.[env.SECRET]'"],
  ['the same, of a file', "jq '.a[env.SECRET]' package.json"],
  ['the same, behind a filter', "jq '.a | .[env.SECRET]' package.json"],
  ['all variables', "jq '.[env]' package.json"],
  ['a name of the machine, by a filter', "jq '.[input_filename]' package.json"],
];

describe('a text that would show a secret that it does not name', () => {
  test.for(ATTACKS)('asks: %s: %s', ([, text]) => {
    expect(isLow(text)).toBe(false);
  });

  test.each([
    "ls | rg 'a|b'",
    'jq .a[0].b package.json',
    "jq '.[] | keys' package.json",
    'git remote',
  ])('but does not where it can show none: %s', (text) => {
    expect(isLow(text.replace('.a[0].b', "'.a[0].b'"))).toBe(true);
  });
});

const PROGRAMS = [
  'cat', 'head', 'head -n 5', 'tail', 'wc', 'sort', 'uniq', 'cut -c1-', "grep ''", "grep -e ''", 'grep -r A', "grep -H ''",
  "rg ''", 'rg -n A', 'diff a.txt', 'diff -rN src', 'diff -r .', "sed -n '1,9p'", "sed 's/x/y/'", "awk '{print}'", 'jq .', "jq '.[env.SECRET]'",
  'git diff', 'git show', 'git log -p', "git grep ''", 'git blame', 'ls -R', 'find', 'tree -a', 'stat', 'file', 'du -a', 'echo', 'test -f',
  'cd', 'tac', 'od -c', 'nl', 'base64', 'rev', 'rm -f', 'rm -rf', 'tee', 'touch', 'mv a.txt', 'cp a.txt', 'sort -o', 'truncate -s0', 'xargs -a',
]; // prettier-ignore
const OPERANDS = [
  'a.txt', 'a.txt', 'a.txt', 'package.json', 'src', 'src',
  '.env', 'id_rsa', 'server.pem', '.', '..', 'src', '*', '.*', '*.pem', 'i*', './src/../.env', '../outside.txt', '$HOME/.netrc',
  '~/.netrc', '-- .env', '< .env', '$SECRET', '"$SECRET"', '$(cat .env)', '`cat .env`', '{.env,a.txt}', '-f .env', 'a.txt', 'a.txt src',
  '. src', 'src .', "-g '.env'", '--files0-from=.env', '@.env', '-o a.txt', '<(cat .env)', '<<x\n$(cat .env)\nx', '>a.txt', '>|new', '2>new', '&>new',
]; // prettier-ignore
const QUOTED: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word,
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word) => `${word.slice(0, 1)}''${word.slice(1)}`,
  (word) => `\\${word}`,
  (word) => `$'${word}'`,
  (word) => word.replace(/[a-z]/, '?'),
  (word) => word.replace(/[a-z]/, '[$&]'),
];
const BETWEEN = ['; ', ' && ', ' | ', '; ', ' && ', ' || ', ' | ', ' & ', '\n', '\r', '\r\n', '\t;', ' #\n', ' \\\n', '\u2028', '\v', '\u001B[201~\n', '\u0016\n', '\u0015', '!!\n', ' |& ']; // prettier-ignore
const BEFORE = [
  '',
  '',
  '',
  'ls | ',
  'cd src && ',
  'command ',
  'A=1 ',
  '{ ',
  '( ',
  '! ',
  'time ',
  '\u200B',
  '\\',
  'echo !! ; ',
  '^a^b^ ; ',
];

const command = fc
  .tuple(fc.constantFrom(...PROGRAMS), fc.constantFrom(...OPERANDS), fc.constantFrom(...QUOTED))
  .map(([program, operand, quote]) => `${program} ${quote(operand)}`);
const text = fc
  .tuple(
    fc.constantFrom(...BEFORE),
    command,
    fc.option(fc.tuple(fc.constantFrom(...BETWEEN), command), { nil: null }),
  )
  .map(([before, first, more]) => `${before}${first}${more === null ? '' : more.join('')}`);

const TEXTS = 4_000;
let root: string;
let low: readonly string[];
const folder = (): string => join(root, 'folder');
const SECRETS = [
  '.env',
  'id_rsa',
  'server.pem',
  'src/.env',
  'src/id_rsa',
  '../outside.txt',
  '../home/.netrc',
];

beforeAll(() => {
  const drawn = new Set([...ATTACKS.map(([, one]) => one), ...fc.sample(text, TEXTS)]);
  low = [...drawn].filter(isLow).slice(0, 40);
  root = mkdtempSync(join(tmpdir(), 'baton-folder-'));
  for (const one of ['folder/src', 'home']) mkdirSync(join(root, one), { recursive: true });
  for (const one of SECRETS) writeFileSync(join(folder(), one), `${CANARY} in ${one}\n`);
  writeFileSync(join(folder(), 'a.txt'), 'alpha\n');
  writeFileSync(join(folder(), 'package.json'), '{"a":1}');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** All files there, with what stands in them. */
const contents = (): string =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .map((one) => {
      const file = join(one.parentPath, one.name);
      return `${file} ${one.isFile() ? readFileSync(file, 'utf8') : ''}`;
    })
    .toSorted()
    .join('\n');

it.each(SHELLS)(
  'of 4,000 texts that attack a folder none that is rated low shows or changes a secret of it, run by %s',
  (shell) => {
    expect(low.length).toBeGreaterThan(3);
    const before = contents();
    for (const one of low) {
      const { stdout, stderr } = spawnSync(shell, ['-c', one], {
        cwd: folder(),
        encoding: 'utf8',
        input: '',
        env: { PATH: process.env['PATH'] ?? '', HOME: join(root, 'home'), SECRET: CANARY },
      });
      expect(`${stdout}${stderr}`, one).not.toContain(CANARY);
    }
    expect(contents()).toBe(before);
  },
  60_000,
);
