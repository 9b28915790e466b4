import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { rateShell } from '../../../conductor/src/text-risk/rate-shell.ts';
import { readPlain } from '../../../conductor/src/text-risk/read-plain.ts';
import { loadPty } from '../../../worker/terminals/pty.ts';
import { ensureShell, fakeShellWorld, SHELLS } from '../../kit/fake-shell-world.ts';
import { plainTexts } from '../../kit/plain-texts.ts';
import { sampled } from '../../kit/samples.ts';
import { breachOf } from '../../kit/shell-oracle.ts';

const TEXTS = process.env['BATON_SECURITY'] === 'long' ? 7_000 : 25;
/** A fake program, told which text has been typed whole. */
const SENTINEL = 'x';

const pty = await loadPty();

test.skipIf(pty === null).each(sampled(['bash', 'zsh'] as const, 0))(
  'what is rated low and typed at a prompt of %s runs as it was read',
  async (shell) => {
    const file = await ensureShell(shell);
    if (file === null || pty === null) return;
    const world = fakeShellWorld();
    const { folder: cwd, environment: env } = world;
    const terminal = pty.spawn(file, [...SHELLS[shell].args, '-i'], {
      cwd,
      env: { ...env },
      cols: 500,
    });
    onTestFinished(() => {
      terminal.kill();
      world.close();
    });
    const isLow = (text: string) => rateShell(text, { name: shell, isTrusted: true }).length === 0;
    const texts = fc.sample(plainTexts().filter(isLow), TEXTS);
    for (const [nth, text] of texts.entries()) {
      const begun: (readonly string[])[] = [];
      const isOver = () => {
        begun.push(...world.begun());
        return begun.some(([name, which]) => name === SENTINEL && which === `text-${nth}`);
      };
      terminal.write(`${text.replaceAll('\n', '\r')}\r${SENTINEL} text-${nth}\r`);
      await expect.poll(isOver, { interval: 5, message: text }).toBe(true);
      const own = begun.filter(([, which]) => which !== `text-${nth}`);
      expect(breachOf(readPlain(text), text, own), text).toBeNull();
    }
  },
  120_000 + TEXTS * 200,
);
