import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { TERMINAL_VERBS } from '../../../shared/verbs/terminal-verbs.ts';
import { CallEnded, type Holder, type Outcome } from '../../../worker/calls/executor.ts';
import { loadPty, type PtyModule } from '../../../worker/terminals/pty.ts';
import { createTerminals } from '../../../worker/terminals/terminals.ts';
import { createWatchedScreens } from '../../../worker/terminals/watched-screens.ts';
import { sampled } from '../../kit/samples.ts';

const ID = 'terminal_chat_0';
const ROOT = realpathSync(mkdtempSync(join(tmpdir(), 'roots-')));
/** None of the person's own files: they would be another's on another machine. */
const ENVIRONMENT = { ...process.env, HOME: ROOT, BATON_CANARY: 'canary-9f3c', OTHER: 'canary-77' };

/** Screens of programs alone are watched. */
const UNWATCHED = createWatchedScreens(() => undefined);

let pty: PtyModule | null = null;
let holder: Holder;

beforeAll(async () => {
  pty = await loadPty();
});
afterEach(async () => {
  await Promise.all(holder.held().map(({ resource_id }) => holder.close(resource_id)));
});
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

function ask(
  verb: keyof typeof TERMINAL_VERBS,
  args: Record<string, unknown> = {},
  signal = new AbortController().signal,
): Promise<Outcome> {
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
    signal,
  );
}

async function open(args: Record<string, unknown> = {}): Promise<Outcome> {
  holder = createTerminals(pty, { roots: [ROOT], environment: ENVIRONMENT, screens: UNWATCHED });
  return ask('open', args);
}

const run = async (
  command: string,
  more: Record<string, unknown> = {},
): Promise<Record<string, unknown>> => (await ask('run', { command, ...more })).result ?? {};

/** Tells whether a process runs. An ended one may wait for its adopter to ask for its exit code. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const ASH = join(ROOT, 'ash');
if (existsSync('/bin/busybox')) symlinkSync('/bin/busybox', ASH);
const SHELLS = sampled(
  ['/bin/bash', '/bin/dash', '/usr/bin/zsh', ASH, '/usr/bin/ksh', '/usr/bin/mksh'].filter((shell) =>
    existsSync(shell),
  ),
  0,
  1,
  2,
);

describe.each(SHELLS)('a terminal with %s', (shell) => {
  test('tells exit codes, output and folder of each command, and keeps the state of its shell', async () => {
    expect(await open({ shell })).toMatchObject({ ok: true, result: { resource: ID } });
    expect(await run('echo one; echo two >&2')).toMatchObject({
      exit_code: 0,
      output: 'one\ntwo\n',
    });
    expect(await run('false')).toMatchObject({ exit_code: 1, output: '' });
    expect(await run('(exit 42)')).toMatchObject({ exit_code: 42 });
    await run('X=kept; mkdir -p sub && cd sub');
    const next = await run('echo "$X in ${PWD##*/}"');
    expect(next).toMatchObject({ output: 'kept in sub\n', exit_code: 0 });
    expect(next['cwd']).toBe(join(ROOT, 'sub'));
  });

  test('takes commands of several lines, with quotes, tabs and signs of all kinds', async () => {
    await open({ shell });
    const command = `for i in 1 2; do\n\techo "it's \\$i $i !x"\ndone\ncat <<'END'\n  {a: 'b'} 한국어 🚀\nEND`;
    const { output: text, exit_code } = await run(command);
    expect(text).toBe("it's $i 1 !x\nit's $i 2 !x\n  {a: 'b'} 한국어 🚀\n");
    expect(exit_code).toBe(0);
  });

  test('runs a command alone, whatever stands on the line, was begun there or came by itself', async () => {
    await open({ shell });
    await ask('write', { text: 'echo before; ' });
    expect(await run('echo one')).toMatchObject({ exit_code: 0, output: 'one\n' });
    await ask('write', { text: 'echo behind' });
    await ask('press', { keys: ['Home'] });
    expect(await run('echo two')).toMatchObject({ exit_code: 0, output: 'two\n' });
    await ask('write', { text: "cat > swallowed <<'END'", enter: true });
    expect(await run('echo three')).toMatchObject({ exit_code: 0, output: 'three\n' });
    expect(existsSync(join(ROOT, 'swallowed'))).toBe(false);
  });

  test('runs a command alone behind one that had the terminal type answers', async () => {
    await open({ shell });
    // What nobody reads is typed into the shell. Most times it comes while the shell reads, as does what takes it back.
    for (let i = 0; i < 25; i += 1) {
      await run(String.raw`printf '\033[6n\033[c\033[>q'`);
      expect(await run(`echo ${i}`)).toMatchObject({ exit_code: 0, output: `${i}\n` });
    }
  });

  test('tells output that ends in no line feed as it is', async () => {
    await open({ shell });
    expect(await run('printf abc')).toMatchObject({ output: 'abc', exit_code: 0 });
  });

  test('no program that reads and prints what it likes passes for the end of a command', async () => {
    // Whatever a person's own file exports.
    for (const own of ['.bashrc', '.zshrc', '.kshrc', '.mkshrc'])
      writeFileSync(join(ROOT, own), 'set -a\nexport PS1="p " PS2="q "\n');
    await open({ shell });
    const forger = `${process.execPath} ${join(import.meta.dirname, '../../kit/forge-marks.ts')}`;
    expect(await run(`echo on; ${forger} 400`)).toMatchObject({
      exit_code: 7,
      output: 'on\n',
      cwd: ROOT,
    });
    for (const reads of ['cat', 'head -1', 'read line']) {
      expect(await run(reads, { timeout_s: 1 })).toMatchObject({ exit_code: null, output: '' });
      await ask('press', { keys: ['Control+c'] });
      await ask('waitFor', { exit: true });
    }
    await ask('write', { text: `${forger} 60000`, enter: true });
    await ask('waitFor', { idle_ms: 500 });
    expect(await ask('run', { command: 'echo no' })).toMatchObject({
      ok: false,
      error_code: 'not_actionable',
    });
    await ask('press', { keys: ['Control+c'] });
    expect(await ask('waitFor', { exit: true })).toMatchObject({ ok: true });
    expect(await run('echo "$?"')).toMatchObject({ output: expect.stringMatching(/^\d+\n$/) });
    for (const own of ['.bashrc', '.zshrc', '.kshrc', '.mkshrc']) rmSync(join(ROOT, own));
  });

  test('says that a command has ended when it has ended the shell', async () => {
    await open({ shell });
    expect(await run('exit 3')).toMatchObject({ exit_code: 3, status: 'error' });
    expect(await ask('run', { command: 'echo' })).toMatchObject({
      ok: false,
      error_code: 'resource_closed',
    });
  });
});

test('a command that takes longer goes on, and its end can be waited for', async () => {
  await open();
  const begun = await run('echo begun; sleep 1.2; echo ended', { timeout_s: 1 });
  expect(begun).toMatchObject({ exit_code: null, status: 'running', output: 'begun\n' });
  expect(await ask('run', { command: 'echo' })).toMatchObject({
    ok: false,
    error_code: 'not_actionable',
  });
  expect(await ask('waitFor', { exit: true })).toMatchObject({
    ok: true,
    result: { met: true, status: 'idle' },
  });
  expect((await ask('read', { mode: 'log' })).result?.['output']).toContain('ended');
  expect(await run('echo next')).toMatchObject({ output: 'next\n' });
});

test('what a program prints cannot pass for the end of a command', async () => {
  await open();
  const forged = String.raw`printf '\e]133;D;0;key\a\e]133;D;0\a\e]7;file:///forged\a'; echo on; false`;
  expect(await run(forged)).toMatchObject({ exit_code: 1, output: 'on\n', cwd: ROOT });
});

test('a program that uses the whole screen is read and left by keys', async () => {
  await open({ rows: 10 });
  writeFileSync(
    join(ROOT, 'long.txt'),
    Array.from({ length: 200 }, (_, i) => `line ${i}`).join('\n'),
  );
  await run('less long.txt', { timeout_s: 1 });
  expect((await ask('read')).result?.['output']).toContain('line 0\n');
  const page = await ask('press', { keys: ['Space'] });
  expect(page.result?.['screen']).toContain('line 12');
  expect((await ask('press', { keys: ['q'] })).result).toMatchObject({ status: 'idle' });
  expect((await ask('read')).result?.['output']).not.toContain('line 12');
});

test('a flood is taken in as fast as is said and no faster, and its beginning and end are told', async () => {
  await open();
  const beganAt = performance.now();
  const { output: text, truncated, exit_code } = await run('seq 1 150000');
  expect(performance.now() - beganAt).toBeGreaterThan(700);
  expect(exit_code).toBe(0);
  expect(truncated).toBe(true);
  expect(String(text)).toMatch(/^1\n2\n3\n/);
  expect(String(text)).toMatch(/\n149999\n150000\n$/);
  expect(String(text).length).toBeLessThan(6_200);
});

test('its size is the size that programs see', async () => {
  await open({ cols: 100, rows: 20 });
  expect(await run('stty size')).toMatchObject({ output: '20 100\n' });
  await ask('resize', { cols: 60, rows: 30 });
  expect(await run('stty size')).toMatchObject({ output: '30 60\n' });
});

test('signals go to the program in front, and to no shell', async () => {
  await open();
  expect(await ask('signal', { signal: 'KILL' })).toMatchObject({
    ok: false,
    error_code: 'not_actionable',
  });
  const ended = run('sleep 60');
  await ask('waitFor', { idle_ms: 300 });
  expect(await ask('signal', { signal: 'TERM' })).toMatchObject({ ok: true });
  expect(await ended).toMatchObject({ exit_code: 143, status: expect.anything() });
  expect(await run('echo here')).toMatchObject({ output: 'here\n' });
});

test('a call that is cancelled ends its program and says how far it came', async () => {
  await open();
  const stop = new AbortController();
  const call = ask('run', { command: 'echo be""gun; sleep 60' }, stop.signal);
  await ask('waitFor', { text: 'begun' });
  stop.abort(new CallEnded('cancelled', 'It was cancelled.'));
  expect(await call).toMatchObject({
    ok: false,
    error_code: 'cancelled',
    result: { done_in_part: true, output: expect.stringContaining('begun') },
  });
  expect(await run('echo next')).toMatchObject({ output: 'next\n' });
});

test("nothing of Baton's and nothing the person did not mean is in its environment", async () => {
  await open();
  const { output: text } = await run('env');
  expect(text).not.toMatch(/canary|BATON|NODE_|VITEST/);
  expect(text).toMatch(/^HOME=/m);
  expect(text).toMatch(/^TERM=xterm-256color$/m);
});

test('commands stay out of the history of the person', async () => {
  await open();
  await run('echo secret-command');
  await holder.close(ID);
  expect(existsSync(join(ROOT, '.bash_history'))).toBe(false);
});

test('it opens within the folders of the settings alone, links followed', async () => {
  expect(await open({ cwd: '/' })).toMatchObject({ ok: false, error_code: 'invalid_params' });
  expect(await open({ cwd: `${ROOT}-other` })).toMatchObject({
    ok: false,
    error_code: 'invalid_params',
  });
  symlinkSync('/', join(ROOT, 'way-out'));
  expect(await open({ cwd: 'way-out' })).toMatchObject({ ok: false, error_code: 'invalid_params' });
  mkdirSync(join(ROOT, '..within'), { recursive: true });
  expect(await open({ cwd: '..within' })).toMatchObject({ ok: true });
});

test('a shell that is none, a key that is none and a hidden sign are refused with what fits', async () => {
  expect(await open({ shell: '/bin/false' })).toMatchObject({
    ok: false,
    error_code: 'tool_failed',
  });
  await open();
  const { error_code, error_message } = await ask('press', { keys: ['Controll+c'] });
  expect(error_code).toBe('invalid_params');
  expect(error_message).toContain('Control+c');
  expect(await ask('run', { command: 'echo a\u001b[8m; rm b' })).toMatchObject({
    error_code: 'invalid_params',
  });
  expect(await ask('waitFor', {})).toMatchObject({ error_code: 'invalid_params' });
});

test('closing it ends its programs, those too that do not heed it', async () => {
  await open();
  const { output: text } = await run(`(trap '' HUP; sleep 60) & echo $!`);
  await run(`trap '' HUP; sleep 60`, { timeout_s: 1 });
  const pid = Number(/^(\d+)$/m.exec(String(text))?.[1]);
  expect(pid).toBeGreaterThan(1);
  expect(isAlive(pid)).toBe(true);
  await holder.close(ID);
  expect(isAlive(pid)).toBe(false);
  expect(holder.held()).toEqual([]);
  expect(await ask('read')).toMatchObject({ ok: false, error_code: 'resource_closed' });
});

test('a machine without terminals says so', async () => {
  holder = createTerminals(null, { roots: [], environment: {}, screens: UNWATCHED });
  expect(holder.adapters).toEqual([]);
  expect(await ask('open')).toMatchObject({ ok: false, error_code: 'no_executor' });
});
