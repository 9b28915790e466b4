import { describe, expect, test } from 'vitest';

import { rateShell } from '../../../conductor/src/text-risk/rate-shell.ts';
import texts from './shell-texts.json' with { type: 'json' };

/** Written as attacks, though they only look: options that read, words in quotes, and patterns of `ls`, whose options look. */
const LOOKS = [
  'echo x~',
  'ls *',
  'wc *',
  "'ls'",
  '"ls"',
  "l's'",
  'l"s"',
  'ls >/dev/null rm',
  'ls ?a',
  'ls ?',
];

/** Run, change or show what is the project's own, where a person trusts its folder. */
const PROJECT = [
  'grep -R x .',
  'npm ls -g',
  'make clean',
  'cargo run',
  'go run x',
  'eslint --fix .',
  'vitest',
  'mvn clean',
  'gradle clean',
  'dotnet run',
  'touch conftest.py',
];

const all = Object.values(texts).flat();
const lowIn = (name: string, isTrusted: boolean): string[] =>
  all.filter((text) => rateShell(text, { name, isTrusted }).length === 0);

describe.each(['bash', 'zsh', 'dash'])('of the texts that attack %s', (name) => {
  test('none is typed unasked but those that only look', () => {
    expect(new Set(lowIn(name, false))).toEqual(new Set(LOOKS));
  });

  test('in a trusted folder also what the project itself runs, and no other', () => {
    expect(new Set(lowIn(name, true))).toEqual(new Set([...LOOKS, ...PROJECT]));
  });
});

test.each(['pwsh', 'powershell.exe', 'cmd.exe', 'fish', ''])(
  '%s is never typed into unasked',
  (name) => {
    expect(lowIn(name, true)).toEqual([]);
  },
);
