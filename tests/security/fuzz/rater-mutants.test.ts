import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { rateReading } from '../../../conductor/src/text-risk/rate-shell.ts';
import type { readPlain } from '../../../conductor/src/text-risk/read-plain.ts';
import { ensureShell, fakeShellWorld, type FakeShellWorld } from '../../kit/fake-shell-world.ts';
import { EDGE_TEXTS } from '../../kit/plain-texts.ts';
import { breachOf } from '../../kit/shell-oracle.ts';

const SOURCE = readFileSync(
  new URL('../../../conductor/src/text-risk/read-plain.ts', import.meta.url),
  'utf8',
);
const LETTERS = '(?<plain>[A-Za-z0-9_./:=,@%+*?-]+';

/** Readers that take more for plain than is, by what each puts in place of what. */
const MUTANTS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  braces: [[LETTERS, '(?<plain>[A-Za-z0-9_./:=,@%+*?{}-]+']],
  'a leading ~': [[LETTERS, '(?<plain>[A-Za-z0-9_./:=,@%+*?~-]+']],
  'a variable': [[LETTERS, '(?<plain>[A-Za-z0-9_./:=,@%+*?$-]+']],
  'a comment': [[LETTERS, '(?<plain>[A-Za-z0-9_./:=,@%+*?#-]+']],
  'a backslash': [[LETTERS, '(?<plain>[A-Za-z0-9_./:=,@%+*?\\\\-]+']],
  'a variable in quotes': [['[^"$${', '[^"${']],
  'another blank': [
    ['[ -~\\n]*$', '[ -~\\n\\v]*$'],
    ['const BLANKS = / +/y', 'const BLANKS = /[ \\v]+/y'],
  ],
  'any redirection': [['[12]?>\\/dev\\/null', '[12]?>[a-z\\/]+']],
  'a command behind': [['/&&|\\|\\||[|;\\n]/y', '/&&|\\|\\||[|;&\\n]/y']],
  'any name in front': [['CI|NODE_ENV|NO_COLOR', 'IFS|PATH|NO_COLOR']],
  'patterns as words': [['glob ??= text.length + first', 'glob = null']],
  'a path by its name': [["whole.charAt(start) !== '='", 'true']],
};

let world: FakeShellWorld;
beforeAll(() => {
  world = fakeShellWorld();
});
afterAll(() => world.close());

test.each(Object.keys(MUTANTS))(
  'a reader is caught that takes for plain: %s',
  async (name) => {
    let code = SOURCE;
    for (const [before, after] of MUTANTS[name] ?? []) {
      expect(code.split(before), before).toHaveLength(2);
      code = code.replace(before, () => after);
    }
    const url = `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`;
    const mutant = (await import(/* @vite-ignore */ url)) as { readPlain: typeof readPlain };
    const shells = ['bash', 'zsh'] as const;
    const caught: string[] = [];
    for (const shell of shells) {
      const file = await ensureShell(shell);
      if (file === null) continue;
      const { left: before } = world.run(shell, file, ':');
      for (const text of EDGE_TEXTS) {
        const reading = mutant.readPlain(text);
        if (rateReading(reading, true).length > 0) continue;
        const { begun, left } = world.run(shell, file, text);
        if (breachOf(reading, text, begun) !== null || left !== before) caught.push(text);
        if (caught.length > 0) return;
      }
    }
    expect(caught).not.toEqual([]);
  },
  120_000,
);
