import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';

import { rateShell } from '../../../conductor/src/text-risk/rate-shell.ts';
import { TERMINAL_VERBS } from '../../../shared/verbs/terminal-verbs.ts';
import type { Holder, Outcome } from '../../../worker/calls/executor.ts';
import { loadPty } from '../../../worker/terminals/pty.ts';
import { createTerminals } from '../../../worker/terminals/terminals.ts';
import { createWatchedScreens } from '../../../worker/terminals/watched-screens.ts';

const ID = 'terminal_chat_0';
const SHELLS = ['/bin/bash', '/usr/bin/zsh', '/bin/dash', '/bin/sh', '/bin/ksh', '/bin/mksh'];

const pty = await loadPty();
let holder: Holder;
let folder = '';

afterEach(async () => {
  await holder.close(ID);
  rmSync(folder, { recursive: true, force: true });
});

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

/** Its history is longer than a screen, so that `git log` waits in a pager. */
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

/** `|` asks less for a mark, and then for a command of the system, which gets what is shown. */
const KEYS_FOR_A_PAGER = `git log\ngrep '^|.touch pwned #' README.md`;
const SEEN_BEFORE_ENTER = `git log --stat\ngrep '^|$touch pwned #' README.md`;

describe.skipIf(pty === null)('a line behind a program that reads keys', () => {
  test.for(
    SHELLS.filter((file) => existsSync(file)).flatMap((file) =>
      [KEYS_FOR_A_PAGER, SEEN_BEFORE_ENTER].map((text) => [basename(file), file, text] as const),
    ),
  )('runs no command of its own unasked: %s', { timeout: 60_000 }, async ([name, file, text]) => {
    folder = longHistory();
    const screens = createWatchedScreens(() => undefined);
    holder = createTerminals(pty, { roots: [], environment: process.env, screens });
    await ask('start', { command: file, args: [], env: [], cwd: folder, cols: 120, rows: 30 });
    await expect.poll(async () => (await ask('read', {})).result?.['status']).toBe('idle');
    // What is asked about is a person's matter.
    if (rateShell(text, { name, isTrusted: false }).length > 0) return;
    const said = await ask('say', { text, prompt_in: folder });
    await ask('waitFor', { idle_ms: 700, timeout_ms: 8_000 });
    console.log(name, JSON.stringify(said), JSON.stringify((await ask('read', {})).result));
    expect([said.ok, existsSync(join(folder, 'pwned'))]).toEqual([said.ok, false]);
  });
});
