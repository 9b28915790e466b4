import { expect, it, onTestFinished, vi } from 'vitest';

import { runCommandLine } from '../../../conductor/src/cli/run-command-line.ts';

it.each([[['\u001B]0;own\u0007']], [['show', '--\u001B[2J']], [['open', '--scope\u202E=x']]])(
  'a wrong command line, repeated, steers no terminal: %j',
  async (words) => {
    const { exitCode } = process;
    let said = '';
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    });
    onTestFinished(() => {
      stderr.mockRestore();
      process.exitCode = exitCode;
    });
    await runCommandLine(words);
    expect(said).toMatch(/^error: unknown (command|option)/);
    for (const steering of ['\u001B', '\u0007', '\u202E']) expect(said).not.toContain(steering);
  },
);
