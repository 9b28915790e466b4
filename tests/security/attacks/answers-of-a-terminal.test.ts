import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { afterAll, afterEach, describe, expect, test } from 'vitest';

import { rateShell } from '../../../conductor/src/text-risk/rate-shell.ts';
import { TERMINAL_VERBS } from '../../../shared/verbs/terminal-verbs.ts';
import type { Holder, Outcome } from '../../../worker/calls/executor.ts';
import { loadPty } from '../../../worker/terminals/pty.ts';
import { createScreen } from '../../../worker/terminals/screen.ts';
import { createTerminals } from '../../../worker/terminals/terminals.ts';
import { createTurns } from '../../../worker/terminals/turns.ts';
import { createWatchedScreens } from '../../../worker/terminals/watched-screens.ts';
import { sampled } from '../../kit/samples.ts';

// What a program prints can ask the terminal for things, and the terminal answers as if somebody typed. Where the program
// has ended by then, a shell reads the answer: as a part of the next text that is typed there unasked.

const pty = await loadPty();
const ID = 'terminal_chat_0';
const ROOT = realpathSync(mkdtempSync(join(tmpdir(), 'answers-')));
const PWNED = join(ROOT, 'pwned');
let holder: Holder | null = null;

afterEach(async () => {
  await holder?.close(ID);
  rmSync(PWNED, { force: true });
});
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

async function ask(verb: keyof typeof TERMINAL_VERBS, args: object = {}): Promise<Outcome> {
  if (holder === null) throw new Error('no terminal is open');
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

async function open(verb: 'open' | 'start', shell: string): Promise<void> {
  const screens = createWatchedScreens(() => undefined);
  const environment = { ...process.env, HOME: ROOT };
  holder = createTerminals(pty, { roots: [], environment, screens });
  const how = verb === 'open' ? { shell } : { command: shell, args: [], env: [] };
  expect(await ask(verb, { ...how, cwd: ROOT, cols: 200, rows: 40 })).toMatchObject({ ok: true });
  await idle();
}

/** Nothing comes any more, and the shell waits. */
const idle = async (): Promise<void> => {
  expect(await ask('waitFor', { idle_ms: 250, timeout_ms: 10_000 })).toMatchObject({ ok: true });
  await expect
    .poll(async () => (await ask('read', { lines: 5 })).result?.['status'], { timeout: 10_000 })
    .toBe('idle');
};

/** Said unasked: it is rated as harmless. */
async function say(text: string): Promise<Outcome> {
  expect(rateShell(text, { name: 'bash', isTrusted: false })).toEqual([]);
  return ask('say', { text, prompt_in: ROOT });
}

/** In quotes it is only a word; with one quote before it, it is a command. */
const WORDS = '"; touch pwned; #';
const TURNED = `echo '${WORDS}'`;

const ESC = '\u001b';
/** Questions of a program, whose answers hold quotes, semicolons and signs of redirection. */
const QUESTIONS = {
  'its conformance level': `${ESC}P$q"p${ESC}\\`,
  'its protection': `${ESC}P$q"q${ESC}\\`,
  'its colours': `${ESC}P$qm${ESC}\\`,
  'its margins': `${ESC}P$qr${ESC}\\`,
  'its cursor': `${ESC}P$q q${ESC}\\`,
  'its kind': `${ESC}[c`,
  'its second kind': `${ESC}[>c`,
  'where the cursor is': `${ESC}[6n`,
  'how it is': `${ESC}[5n`,
  'a mode': `${ESC}[?2004$p`,
  'its version': `${ESC}[>q`,
  'its size': `${ESC}[18t`,
  'quotes and more': `${ESC}[>c${ESC}P$q"p${ESC}\\${ESC}[6n`,
} as const;

const SHELLS = ['bash', 'dash', 'zsh', 'ksh93', 'mksh'].flatMap(
  (name) =>
    ['/bin', '/usr/bin'].map((dir) => join(dir, name)).find((file) => existsSync(file)) ?? [],
);

describe.skipIf(pty === null).each(sampled(SHELLS, 0, 1))('%s', (shell) => {
  test('takes no answer to a file that asks for a part of what is said to it', async () => {
    await open('start', shell);
    for (const [what, question] of sampled(Object.entries(QUESTIONS), 0, 1, 6, 12)) {
      writeFileSync(join(ROOT, 'notes.txt'), `notes\n${question}`);
      expect(await say('cat notes.txt')).toMatchObject({ ok: true });
      await idle();
      const said = await say(TURNED);
      await idle();
      const shown = String((await ask('read', { lines: 4 })).result?.['output']);
      expect({
        what,
        said: said.ok,
        pwned: existsSync(PWNED),
        isWhole: shown.split('\n').includes(WORDS),
      }).toEqual({ what, said: true, pwned: false, isWhole: true });
    }
  }, 60_000);

  test('at its prompt is told no answer to a program in the background', async () => {
    const go = join(ROOT, 'go');
    const text = `sh -c "while [ ! -e ${go} ]; do sleep 0.02; done; printf 'asks\\033[>c\\033P\\$q\\"p\\033\\\\'; echo ed" &`;
    await open('open', shell);
    await ask('write', { text, enter: true });
    await idle();
    writeFileSync(go, '');
    const asked = await ask('waitFor', { text: 'asksed', timeout_ms: 5_000 });
    rmSync(go);
    expect(asked).toMatchObject({ ok: true });
    await idle();
    expect(String((await ask('read', { lines: 40 })).result?.['output'])).not.toMatch(/276;0|61;1/);
  });

  test.each(sampled(['say', 'run'] as const, 1))(
    'runs nothing of what a program in the background adds to a text: %s',
    async (verb) => {
      const loop = join(ROOT, 'loop.sh');
      const asks = String.raw`printf '\033P$q"p\033\\'`;
      writeFileSync(loop, `while [ -e ${loop} ]; do ${asks}; sleep 0.01; done\n`);
      await open(verb === 'say' ? 'start' : 'open', shell);
      await ask('write', { text: `sh ${loop} &`, enter: true });
      await ask('free');
      const long = `echo ${'word '.repeat(300)}'${WORDS}'`;
      for (let tries = 0; tries < 4; tries += 1) {
        if (verb === 'say') await say(long);
        else await ask('run', { command: long, timeout_s: 3 });
      }
      rmSync(loop);
      expect(existsSync(PWNED)).toBe(false);
    },
    60_000,
  );

  test('is not told to run a text into which a person has typed', async () => {
    await open('start', shell);
    const said = say(`echo ${'word '.repeat(380)}`);
    await ask('waitFor', { text: 'word word', timeout_ms: 5_000 });
    await ask('write', { text: ' ; touch pwned ' });
    expect(await said).toMatchObject({ ok: false });
    await ask('free');
    await ask('press', { keys: ['Escape'] });
    await ask('free');
    expect(await say('echo it is gone')).toMatchObject({ ok: true });
    await idle();
    expect(String((await ask('read', { lines: 4 })).result?.['output'])).toMatch(/^it is gone *$/m);
    expect(existsSync(PWNED)).toBe(false);
  }, 20_000);
});

test('links that a program shows are kept nowhere', async () => {
  const collect = garbageCollector();
  const screen = createScreen({ cols: 80, rows: 24 }, createTurns(), ignore, ignore);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let link = 0; link < 1_500; link += 1)
    await screen.feed(`${ESC}]8;;https://a.example/${link}/${'a'.repeat(4_000)}${ESC}\\x\r`);
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(5_000_000);
  screen.dispose();
}, 60_000);

const ignore = (): void => undefined;

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
