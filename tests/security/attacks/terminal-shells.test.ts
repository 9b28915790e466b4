import * as pty from '@lydell/node-pty';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { cleanEnvironment } from '../../../worker/terminals/clean-environment.ts';
import { sayText } from '../../../worker/terminals/say-text.ts';
import { type Ended, Terminal } from '../../../worker/terminals/terminal.ts';
import { createTurns } from '../../../worker/terminals/turns.ts';
import { ensureShell, type ShellName } from '../../kit/fake-shell-world.ts';
import { sampled } from '../../kit/samples.ts';

const SHELLS: readonly ShellName[] = ['bash', 'zsh', 'dash', 'ksh', 'mksh'];

/** Each shows what the shell keeps, or has a program look for it, and goes on for a moment behind that. */
const SHOWN = [
  'set',
  'echo "$PS1$PS2"',
  'export PS1 PS2; env',
  'set -x; : a; set +x; typeset -f; trap; alias',
  'cat /proc/$$/cmdline /proc/$$/environ /proc/self/environ; ls -l /proc/$$/fd',
  `printf '\\033]133;D;0;\\007\\033]133;B\\007\\033]133;D;0;000000000000000000000000\\007'`,
];

let root: string;
let project: string;
let away: string;
let terminal: Terminal;

async function begin(name: ShellName): Promise<void> {
  const shell = (await ensureShell(name)) ?? '';
  const environment = { ...cleanEnvironment(process.env), HOME: root };
  const place = { cwd: project, cols: 200, rows: 50, environment };
  terminal = new Terminal({ pty, shell, ...place, turns: createTurns() });
  await terminal.ready(AbortSignal.timeout(20_000));
}

async function ran(command: string): Promise<Ended> {
  return terminal.run(command).ended;
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'attack-')));
  project = join(root, 'project');
  away = join(root, 'away');
  for (const one of [project, away]) mkdirSync(one);
  symlinkSync(away, join(project, 'docs'));
});
afterEach(async () => {
  await terminal.close();
  rmSync(root, { recursive: true, force: true });
});

describe.for(sampled(SHELLS, 0, 2))('%s', (name) => {
  test('goes on behind whatever a command shows of its shell', async () => {
    await begin(name);
    for (const command of SHOWN) {
      const { exitCode, output } = await ran(`${command}; sleep 0.1; echo la''ter`);
      expect(exitCode, command).toBe(0);
      expect(output.output.slice(-20), command).toContain('later');
    }
  });

  test('stands where the system says, whatever a program prints', async () => {
    await begin(name);
    expect(await terminal.promptsIn(project)).toBe(true);
    await ran(
      `cd ../away; (sleep 0.1; printf '\\033]7;file://${project}\\007'; echo >said) >/dev/tty &`,
    );
    await ran(`wait; printf '\\033]7;file://${project}\\007'`);
    expect(await terminal.promptsIn(project)).toBe(false);
    await ran(`cd ${project}`);
    expect(await terminal.promptsIn(project)).toBe(true);
    await ran('cd docs');
    expect(await terminal.promptsIn(project)).toBe(false);
  });
});

test('a text is not said to a shell that a signal has moved at its prompt', async () => {
  await begin('zsh');
  await ran(`trap 'cd ${away}' USR1; (sleep 0.2; kill -USR1 $$; sleep 60) &`);
  await expect.poll(() => terminal.promptsIn(project)).toBe(false);
  const text = { text: 'touch here', prompt_in: project };
  const said = await sayText(terminal, text, AbortSignal.timeout(20_000));
  expect(said).toMatchObject({ error_code: 'not_actionable' });
});

test('a key stands in no words of a program that a shell begins', async () => {
  await begin('mksh');
  const key = /[0-9a-f]{24}/.exec((await ran('typeset -f __mark_begin')).output.output)?.[0];
  expect(key).toBeDefined();
  // Whatever is begun by the name of a program is seen by all.
  const wrapped = `PATH=${root}/bin:$PATH; hash -r; mkdir ${root}/bin; cat >${root}/bin/printf <<'EOF'\n#!/bin/sh\necho "$@" >>${root}/seen\nEOF\nchmod +x ${root}/bin/printf; >${root}/seen`;
  await ran(wrapped);
  for (const command of [':', 'true']) await ran(command);
  expect(readFileSync(join(root, 'seen'), 'utf8')).not.toContain(key);
});
