import { describe, expect, test } from 'vitest';

import { rateShell } from '../../../conductor/src/text-risk/rate-shell.ts';

/** Programs that an untrusted folder would have run, or texts that it would have sent, by a command that seems only to read. */
const ATTACKS: readonly (readonly [gain: string, text: string])[] = [
  ['runs the file that .yarnrc names', 'yarn --version'],
  ['runs the file that .yarnrc.yml names', 'yarn -v'],
  ['loads and runs the version that package.json names', 'pnpm --version'],
  ['loads and runs that version, asked in short', 'pnpm -v'],
  ['runs the class that .mvn/jvm.config names', 'mvn --version'],
  ['runs the tools of the folder that rust-toolchain.toml names', 'cargo --version'],
  ['runs the compiler of that folder', 'rustc --version'],
  ['runs the kit of the folder that global.json names', 'dotnet --version'],
  ['loads and runs the version that go.mod names', 'go version'],
  ['runs what gradle.properties says', 'gradle --version'],
  ['sends words to the server that .npmrc names', 'npm view what-was-read'],
  ['sends a variable of the person there, as .npmrc says', 'npm view lodash'],
  ['asks that server for all it depends on', 'npm outdated'],
  ['sends what is installed there', 'npm audit'],
  ['sends words to the index', 'pip list --outdated'],
  ['loads the files that compose.yaml includes', 'docker compose ps'],
  ['runs conftest.py', 'pytest --version'],
  ['runs its own copy of the program', 'jest --version'],
  ['runs what the rest of a list hides', 'git status && yarn --version'],
  ['runs what a pipe hides', 'yarn --version | head -n 1'],
];

describe('a command by which a folder runs or sends something', () => {
  test.for(ATTACKS)('asks where nobody trusts the folder: it %s: %s', ([, text]) => {
    expect(rateShell(text, { name: 'bash', isTrusted: false })).not.toEqual([]);
  });

  test.for([
    'git --version',
    'docker --version',
    'make --version',
    'gcc --version',
    'jq --version',
  ])('is not meant: %s picks no other version of itself', (text) => {
    expect(rateShell(text, { name: 'bash', isTrusted: false })).toEqual([]);
  });
});
