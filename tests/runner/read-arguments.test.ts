import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { ROOT } from '../../launcher/root.ts';
import { runEntry } from '../kit/run-entry.ts';
import { areas } from './areas.ts';
import { readArguments } from './read-arguments.ts';

test('vitest is given what is its own', () => {
  const args = ['tests/conductor', '-t', 'a name', '--bail=1'];
  expect(readArguments(args)).toEqual({ forVitest: args });
});

test.each([
  [['--changed'], null, []],
  [['--changed', '--bail=1'], null, ['--bail=1']],
  [['--changed', 'HEAD~2'], 'HEAD~2', []],
  [['tests/conductor', '--changed=main'], 'main', ['tests/conductor']],
])('%j asks for what changed', (args, changedSince, forVitest) => {
  expect(readArguments(args)).toEqual({ changedSince, forVitest });
});

test.each([[['--project', 'long', '--changed']], [['--changed', 'main', '--area', 'delivery']]])(
  '%j is told who tells of long tests',
  (args) => {
    expect(readArguments(args)).toMatch(/^--changed: is for npm test, which says the areas/);
  },
);

test('an area is a folder of the long tests', () => {
  expect(areas()).toContain('delivery');
  for (const area of areas())
    expect(readArguments(['--area', area])).toEqual({
      forVitest: ['--project=long', `tests/long/${area}/`],
    });
});

test('docs/tests.md says of each area what it looks at', () => {
  const page = readFileSync(join(ROOT, 'docs/tests.md'), 'utf8');
  const told = [...page.matchAll(/^\| `([a-z]+)` /gm)].map(([, area = '']) => area);
  expect(told.toSorted()).toEqual(areas());
});

test.each([
  [['--area'], ''],
  [['--area='], ' (it was )'],
  [['--area', 'nowhere', '--bail=1'], ' (it was nowhere)'],
])('%j is told which areas there are', (args, was) => {
  expect(readArguments(args)).toBe(`--area: is one of ${areas().join(', ')}${was}.`);
});

test('a run that is asked for what there is not ends with 2, and says so', async () => {
  const { code, stdout, stderr } = await runEntry('tests/run.ts', ['--changed', 'nowhere']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe('--changed: is a commit, a branch or a tag (it was nowhere).\n');
});
