import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rateShell } from '../../../conductor/src/text-risk/rate-shell.ts';
import { readPlain } from '../../../conductor/src/text-risk/read-plain.ts';
import {
  ensureShell,
  fakeShellWorld,
  type FakeShellWorld,
  SHELLS,
  type ShellName,
} from '../../kit/fake-shell-world.ts';
import { breachOf } from '../../kit/shell-oracle.ts';
import { sampled } from '../../kit/samples.ts';
import { EDGE_TEXTS, plainTexts } from '../../kit/plain-texts.ts';

/** Texts for each shell; of these about a quarter are rated low, and run. */
const TEXTS = process.env['BATON_SECURITY'] === 'long' ? 20_000 : 40;
const PLACE = { name: 'bash', isTrusted: true } as const;
let world: FakeShellWorld;
beforeAll(() => {
  world = fakeShellWorld();
});
afterAll(() => world.close());

const isLow = (text: string): boolean => rateShell(text, PLACE).length === 0;

describe.each(sampled(Object.keys(SHELLS) as ShellName[], 0, 1))(
  'what is rated low and run by %s',
  (shell) => {
    it(
      'runs as it was read, and changes nothing',
      async ({ skip }) => {
        const file = await ensureShell(shell);
        if (file === null) return skip(`There is no ${shell} here.`);
        const { left: before } = world.run(shell, file, ':');
        const check = (text: string): void => {
          if (!isLow(text)) return;
          const { begun, left } = world.run(shell, file, text);
          expect(breachOf(readPlain(text), text, begun), text).toBeNull();
          expect(left, text).toBe(before);
        };
        EDGE_TEXTS.forEach(check);
        fc.assert(fc.property(plainTexts(), check), { numRuns: TEXTS });
      },
      120_000 + TEXTS * 60,
    );
  },
);

it('a fifth of the texts at least is rated low', () => {
  const texts = fc.sample(plainTexts(), { numRuns: 2_000, seed: 1 });
  expect(texts.filter(isLow).length).toBeGreaterThan(400);
});
