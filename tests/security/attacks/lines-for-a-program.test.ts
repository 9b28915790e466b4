import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { rateShell } from '../../../conductor/src/text-risk/rate-shell.ts';
import { TERMINAL_VERBS } from '../../../shared/verbs/terminal-verbs.ts';
import type { Holder, Outcome } from '../../../worker/calls/executor.ts';
import { loadPty } from '../../../worker/terminals/pty.ts';
import { createTerminals } from '../../../worker/terminals/terminals.ts';
import { createWatchedScreens } from '../../../worker/terminals/watched-screens.ts';

const ID = 'terminal_chat_0';
const SHELLS = [
  '/bin/bash',
  '/usr/bin/zsh',
  '/bin/dash',
  '/bin/sh',
  '/bin/ksh',
  '/bin/mksh',
].filter((file) => existsSync(file));

const pty = await loadPty();
let holder: Holder;
let folder = '';

function ask(verb: keyof typeof TERMINAL_VERBS, args: Record<string, unknown>): Promise<Outcome> {
  return holder.run(
    {
      call_id: 'c1',
      chat_session_id: 'chat',
      resource_id: ID,
      verb,
      args: TERMINAL_VERBS[verb].args.parse(args),
      expect: null,
      attachments: [],
    },
    new AbortController().signal,
  );
}

/** Repository whose history is longer than a screen, so that `git log` waits in a pager. */
function longHistory(): string {
  const made = mkdtempSync(join(tmpdir(), 'lines-'));
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: made });
  git('init', '-q');
  writeFileSync(join(made, 'README.md'), 'words\n');
  git('add', '.');
  git('commit', '-qm', Array.from({ length: 200 }, (_, at) => `line ${at}`).join('\n'));
  return made;
}

/** `|` asks less for a mark, and then for a command of the system, which gets what is shown. The last line ends that. */
const KEYS_FOR_A_PAGER = `git log\ngrep '^|.touch pwned #' README.md\n\n ls`;

describe.skipIf(pty === null)('a line behind a program that reads keys', () => {
  beforeEach(() => {
    folder = longHistory();
    const screens = createWatchedScreens(() => undefined);
    holder = createTerminals(pty, { roots: [], environment: process.env, screens });
  });

  afterEach(async () => {
    await holder.close(ID);
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(command: string): Promise<void> {
    await ask('start', { command, args: [], env: [], cwd: folder, cols: 120, rows: 30 });
    await expect.poll(async () => (await ask('read', {})).result?.['status']).toBe('idle');
  }

  test.for(SHELLS)('runs no command of its own: %s', { timeout: 60_000 }, async (file) => {
    const text = KEYS_FOR_A_PAGER;
    const isAsked = rateShell(text, { name: basename(file), isTrusted: false }).length > 0;
    // Of these a person says first that it is meant so.
    expect(isAsked).toBe(file === '/bin/mksh');
    await start(file);
    await ask('say', { text, prompt_in: folder });
    await ask('waitFor', { text: 'line 20', timeout_ms: 8_000 });
    await ask('press', { keys: ['q'] });
    await ask('waitFor', { exit: true, timeout_ms: 8_000 });
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });

  test.for(SHELLS)('is run by the shell itself: %s', { timeout: 60_000 }, async (file) => {
    await start(file);
    const said = await ask('say', { text: 'echo one\necho two\n', prompt_in: folder });
    expect(said).toMatchObject({ ok: true });
    expect(await ask('waitFor', { text: '\ntwo', timeout_ms: 8_000 })).toMatchObject({ ok: true });
  });
});
