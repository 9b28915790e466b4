import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../launcher/root.ts';
import { runTool } from '../kit/run-tool.ts';

/** Types and lint rules in one reading of the sources; each file by the `tsconfig.json` nearest to it. */
const TYPES_AND_RULES = ['--type-aware', '--type-check', '--deny-warnings'];

describe.concurrent('the sources', () => {
  test('hold their types and the lint rules', async () => {
    // Each of its threads works out the types of whatever it meets: beside other tests, one alone takes least. A fifth
    // of its time went into collecting garbage, most of which is none yet.
    await passes('oxlint', TYPES_AND_RULES, {
      GOMAXPROCS: '1',
      GOGC: '400',
      GOMEMLIMIT: '4GiB',
    });
  });

  test('are formatted', async () => {
    await passes('oxfmt', ['--check']);
  });

  test('hold no unused file, export or dependency', async () => {
    await passes('knip', ['--no-progress']);
  });
});

/** One line for each room that its own compiler options refuse, and no other room's would. */
const BREAKS: readonly (readonly [file: string, line: string, fault: string])[] = [
  ['shared/lib/breaks.ts', 'export const pid = process.pid;', 'TS2591'],
  ['conductor/src/breaks.ts', 'export const title = document.title;', 'TS2584'],
  ['extension/content/breaks.ts', 'export const pid = process.pid;', 'TS2591'],
  ['playground/breaks.ts', 'export const count: number = "one";', 'TS2322'],
  ['worker/breaks.ts', 'export const title = document.title;', 'TS2584'],
  ['tests/breaks.ts', 'export const count: number = "one";', 'TS2322'],
  ['launcher/breaks.ts', 'export const count: number = "one";', 'TS2322'],
];

test('a room is held to its own compiler options', async () => {
  const tree = mkdtempSync(join(tmpdir(), 'baton-rooms-'));
  onTestFinished(() => rmSync(tree, { recursive: true }));
  for (const config of ['.oxlintrc.json', 'tsconfig.base.json', 'tsconfig.json', 'package.json']) {
    cpSync(join(ROOT, config), join(tree, config));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  for (const room of ['shared', 'conductor', 'extension', 'playground', 'worker', 'tests']) {
    mkdirSync(join(tree, room));
    cpSync(join(ROOT, room, 'tsconfig.json'), join(tree, room, 'tsconfig.json'));
  }
  for (const [file, line] of BREAKS) {
    mkdirSync(join(tree, dirname(file)), { recursive: true });
    writeFileSync(join(tree, file), `${line}\n`);
  }

  const { output } = await runTool('oxlint', ['--format', 'unix', ...TYPES_AND_RULES], {
    cwd: tree,
  });

  const faults = output.split('\n');
  for (const [file, , fault] of BREAKS) {
    expect(faults.filter((line) => line.includes(file)).join('\n')).toContain(fault);
  }
});

async function passes(
  tool: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { code, output } = await runTool(tool, args, { env });
  expect(code, output).toBe(0);
}
