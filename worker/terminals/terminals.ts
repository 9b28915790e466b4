import { createHash } from 'node:crypto';
import { basename } from 'node:path';

import type * as z from 'zod/mini';

import { TERMINAL_VERBS } from '../../shared/verbs/terminal-verbs.ts';
import {
  type Call,
  CallEnded,
  done,
  endedEarly,
  failed,
  type Held,
  type Holder,
  type Outcome,
} from '../calls/executor.ts';
import { cleanEnvironment } from './clean-environment.ts';
import { bytesOfKey } from './keys.ts';
import type { PtyModule } from './pty.ts';
import { sayText } from './say-text.ts';
import { defaultShell, startOfTold } from './shell.ts';
import { Terminal } from './terminal.ts';
import { createTurns } from './turns.ts';
import { toldScreen, type WatchedScreens } from './watched-screens.ts';
import { folderWithin, isWithin } from './within-roots.ts';

/** After keys were sent, the screen is told once nothing came for so long. */
const QUIET_MS = 150;
const QUIET_LIMIT_MS = 1_500;
/** How long a program that was cancelled may take to end. */
const INTERRUPT_LIMIT_MS = 5_000;
/** When it is told so once more. */
const INTERRUPT_AGAIN_MS = 500;
const MAX_TEXT = 6_000;
/** More than a program says in a turn, and less than a frame holds. */
const MAX_HEARD = 200_000;
/** A wait for a text looks at so many of the last lines. */
const LOOKED_AT_LINES = 200;

type Args<V extends keyof typeof TERMINAL_VERBS> = z.output<(typeof TERMINAL_VERBS)[V]['args']>;

interface Open {
  readonly terminal: Terminal;
  readonly name: string | null;
  /** Counts from 1. */
  readonly number: number;
}

export interface TerminalSettings {
  /** Folders in which terminals may be opened; none: any. */
  readonly roots: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Tells what programs show. */
  readonly screens: WatchedScreens;
}

/** @param pty Null: this machine has none. */
export function createTerminals(pty: PtyModule | null, settings: TerminalSettings): Holder {
  const open = new Map<string, Open>();
  const turns = createTurns();
  let count = 0;

  async function openOne(
    resourceId: string,
    { cwd, shell, cols, rows, name }: Args<'open'>,
    signal: AbortSignal,
  ): Promise<Outcome> {
    if (pty === null) return failed('no_executor', MISSING);
    const environment = cleanEnvironment(settings.environment);
    const folder = folderWithin(settings.roots, cwd);
    if (!folder.ok) return failed('invalid_params', folder.error);
    const file = shell ?? defaultShell(environment);
    let terminal: Terminal;
    try {
      terminal = new Terminal({
        pty,
        shell: file,
        cwd: folder.value,
        cols,
        rows,
        environment,
        turns,
      });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      return failed('tool_failed', `The shell ${file} cannot be started: ${why}`);
    }
    count += 1;
    open.set(resourceId, { terminal, name: name ?? null, number: count });
    await terminal.ready(signal);
    if (terminal.exit !== null) {
      open.delete(resourceId);
      const output = terminal.screen.visible().slice(-MAX_TEXT);
      await terminal.close();
      return failed('tool_failed', `The shell ${file} ended at once.`, { output });
    }
    return done({ resource: resourceId, ...(await placeOf(terminal)), status: terminal.status() });
  }

  async function startOne(
    resourceId: string,
    { command, args, env, cwd, cols, rows, name }: Args<'start'>,
    signal: AbortSignal,
  ): Promise<Outcome> {
    if (pty === null) return failed('no_executor', MISSING);
    const named = env.flatMap((one) => {
      const value = settings.environment[one];
      return value === undefined ? [] : [[one, value] as const];
    });
    const environment = {
      ...cleanEnvironment(settings.environment),
      ...Object.fromEntries(named),
    };
    const folder = folderWithin(settings.roots, cwd);
    if (!folder.ok) return failed('invalid_params', folder.error);
    const shell = (key: string) => startOfTold(command, args, key);
    let terminal: Terminal;
    try {
      terminal = new Terminal({ pty, shell, cwd: folder.value, cols, rows, environment, turns });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      return failed('tool_failed', `${command} cannot be started: ${why}`);
    }
    count += 1;
    open.set(resourceId, { terminal, name: name ?? null, number: count });
    settings.screens.add(resourceId, terminal);
    void terminal.ready(signal);
    return done({ resource: resourceId, cwd: terminal.cwd });
  }

  return {
    type: 'terminal',
    adapters: pty === null ? [] : ['pty'],
    missing: MISSING,
    opening: ['open', 'start'],
    has: (resourceId) => open.has(resourceId),
    async run(call, signal) {
      if (call.verb === 'open') return openOne(call.resource_id, call.args as Args<'open'>, signal);
      if (call.verb === 'start')
        return startOne(call.resource_id, call.args as Args<'start'>, signal);
      const one = open.get(call.resource_id);
      if (one === undefined) return failed('resource_closed', 'This terminal is closed.');
      return runOn(one.terminal, call, signal);
    },
    async close(resourceId) {
      const one = open.get(resourceId);
      open.delete(resourceId);
      settings.screens.drop(resourceId);
      await one?.terminal.close();
    },
    held: () =>
      [...open].map(([resource_id, { terminal, name, number }]): Held => ({
        resource_id,
        status: terminal.isIdle || terminal.exit !== null ? 'ready' : 'busy',
        reason: null,
        url: null,
        title: (name ?? terminal.cwd).slice(0, 500),
        icon: null,
        driver_id: number,
      })),
  };
}

const MISSING =
  'This machine has no terminals for Baton: the package @lydell/node-pty has no build for it.';

async function runOn(
  terminal: Terminal,
  { verb, args, expect }: Call,
  signal: AbortSignal,
): Promise<Outcome> {
  switch (verb) {
    case 'run':
      return runCommand(terminal, args as Args<'run'>, expect?.prompt_in ?? null, signal);
    case 'write': {
      const { text, enter } = args as Args<'write'>;
      return send(terminal, `${text.replaceAll(/\r?\n/g, '\r')}${enter ? '\r' : ''}`, signal);
    }
    case 'press': {
      const keys = (args as Args<'press'>).keys.map((key) =>
        bytesOfKey(key, terminal.screen.hasOtherCursorKeys()),
      );
      const wrong = keys.find((key) => !key.ok);
      if (wrong !== undefined && !wrong.ok) return failed('invalid_params', `keys: ${wrong.error}`);
      return send(terminal, keys.map((key) => (key.ok ? key.value : '')).join(''), signal);
    }
    case 'say':
      return sayText(terminal, args as Args<'say'>, signal);
    case 'answer':
      return answer(terminal, args as Args<'answer'>);
    case 'free':
      terminal.giveBack();
      return done({});
    case 'heard':
      return done({ text: terminal.screen.since((args as Args<'heard'>).from).slice(-MAX_HEARD) });
    case 'read':
      return done({
        ...read(terminal, args as Args<'read'>),
        ...(await placeOf(terminal)),
      });
    case 'waitFor':
      return waitFor(terminal, args as Args<'waitFor'>, signal);
    case 'resize': {
      const { cols, rows } = args as Args<'resize'>;
      terminal.resize(cols, rows);
      return done({ ok: true });
    }
    case 'signal':
      return (await terminal.signal(`SIG${(args as Args<'signal'>).signal}`))
        ? done({ ok: true })
        : failed('not_actionable', 'No program runs in this terminal.');
    default:
      return failed(
        'unsupported_verb',
        `A terminal has no ${verb}. It has ${Object.keys(TERMINAL_VERBS).join(', ')}.`,
      );
  }
}

/** An answer may come late, when the program asks something else. */
function answer(terminal: Terminal, { keys, screen }: Args<'answer'>): Outcome {
  const now = createHash('sha256').update(toldScreen(terminal)).digest('base64url');
  // guard: answer-to-screen
  if (now !== screen) return failed('not_actionable', 'The screen is not the one that was shown.');
  terminal.write(keys);
  return done({});
}

async function runCommand(
  terminal: Terminal,
  { command, timeout_s }: Args<'run'>,
  folder: string | null,
  signal: AbortSignal,
): Promise<Outcome> {
  if (terminal.exit !== null)
    return failed('resource_closed', 'The shell of this terminal has ended.');
  if (terminal.start.kind === 'unknown') {
    const why = 'Of this shell Baton cannot tell when a command ends. Use write and read.';
    return failed('unsupported_verb', why);
  }
  // Shown to a person, such a character is not seen.
  // guard: terminal-hidden
  if (/[^\P{Cc}\n\t]/u.test(command)) {
    return failed('invalid_params', 'command: has control characters. Send those with press.');
  }
  if (!(await terminal.takesCommands())) {
    const why =
      'A program still runs in this terminal. Wait for it with waitFor, or end it with press Control+c.';
    return failed('not_actionable', why, { output: lastLines(terminal, 20) });
  }
  // It was judged as one that is run there; a person may have gone elsewhere since.
  const here = folder === null ? null : await terminal.worksIn();
  if (folder !== null && (here === null || !isWithin(folder, here))) {
    const why = `The shell is in ${here ?? 'an unknown folder'}, and not in ${folder}: ask for it again.`;
    return failed('not_actionable', why, await placeOf(terminal));
  }
  // Last of all: nobody types between this and the command.
  if (!(await terminal.clearLine(signal))) {
    const why = 'Something stands on its line that does not go. Press Control+c, and look.';
    return signal.aborted ? endedEarly(signal) : failed('not_actionable', why);
  }
  const beganAt = performance.now();
  const { ended, soFar } = terminal.run(command);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout_s * 1_000)]);
  const end = await Promise.race([ended, over(limit)]);
  const rest = async (): Promise<Record<string, unknown>> => ({
    ...(await placeOf(terminal)),
    status: terminal.status(),
    duration_ms: Math.round(performance.now() - beganAt),
  });
  if (end !== null) return done({ exit_code: end.exitCode, ...end.output, ...(await rest()) });
  if (!signal.aborted) return done({ exit_code: null, ...soFar(), ...(await rest()) });
  // A person who stops it means the program too.
  if (signal.reason instanceof CallEnded && signal.reason.code === 'cancelled')
    await interrupt(terminal, ended);
  return endedEarly(signal, { done_in_part: true, ...soFar(), ...(await rest()) });
}

/** Where what is run would be run, and by which shell, of one that tells its folder at each prompt: it is judged by that. */
async function placeOf(terminal: Terminal): Promise<Record<string, unknown>> {
  const { folder, start } = terminal;
  const here = await terminal.worksIn();
  const isTold = start.kind === 'marks' && here !== null;
  return {
    cwd: here ?? terminal.cwd,
    ...(isTold && { opened_in: folder, shell: basename(start.file) }),
  };
}

/** As a person does: a shell that is about to start a program misses the key, and so does the program. */
async function interrupt(terminal: Terminal, ended: Promise<unknown>): Promise<void> {
  const limit = AbortSignal.timeout(INTERRUPT_LIMIT_MS);
  while (!limit.aborted) {
    terminal.write('\x03');
    const waited = over(AbortSignal.any([limit, AbortSignal.timeout(INTERRUPT_AGAIN_MS)]));
    if ((await Promise.race([ended, waited])) !== null) return;
  }
}

function over(signal: AbortSignal): Promise<null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  if (signal.aborted) resolve(null);
  else signal.addEventListener('abort', () => resolve(null), { once: true });
  return promise;
}

async function send(terminal: Terminal, text: string, signal: AbortSignal): Promise<Outcome> {
  if (terminal.exit !== null)
    return failed('resource_closed', 'The shell of this terminal has ended.');
  const before = performance.now();
  terminal.type(text);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(QUIET_LIMIT_MS)]);
  await quiet(terminal, QUIET_MS, before, limit);
  return done({
    screen: terminal.screen.visible().slice(-MAX_TEXT),
    status: terminal.status(),
    ...(await placeOf(terminal)),
  });
}

/** Resolves when nothing came for so long, counted from a moment on. False: the signal ended first. */
async function quiet(
  terminal: Terminal,
  ms: number,
  from: number,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const left = ms - Math.min(terminal.quietMs(), performance.now() - from);
    if (left <= 0) return true;
    if (signal.aborted) return false;
    await over(AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(left))]));
  }
}

function read(terminal: Terminal, { lines, mode, from }: Args<'read'>): Record<string, unknown> {
  const state = { status: terminal.status() };
  if (mode === 'screen') {
    const text = terminal.screen.visible().split('\n').slice(-lines).join('\n');
    return { output: text.slice(-MAX_TEXT), ...state };
  }
  const { screen } = terminal;
  const end = screen.cursor();
  const start = Math.max(screen.first(), from ?? end.line - lines + 1);
  const last = Math.min(end.line, start + lines - 1);
  const text = screen.between(start, { line: last, column: Number.MAX_SAFE_INTEGER });
  const cut = from === undefined ? text.slice(-MAX_TEXT) : text.slice(0, MAX_TEXT);
  return {
    output: cut,
    truncated: cut.length < text.length,
    from: start,
    next: last + 1,
    ...state,
  };
}

function lastLines(terminal: Terminal, lines: number): string {
  return String(read(terminal, { lines, mode: 'log' })['output']).trimEnd();
}

async function waitFor(
  terminal: Terminal,
  { text, idle_ms, exit, timeout_ms }: Args<'waitFor'>,
  signal: AbortSignal,
): Promise<Outcome> {
  if ((text ?? idle_ms ?? exit) === undefined)
    return failed('invalid_params', 'Give one of text, idle_ms, exit.');
  const beganAt = performance.now();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout_ms)]);
  const isThere = (): boolean =>
    (text !== undefined &&
      (terminal.screen.visible().includes(text) ||
        lastLines(terminal, LOOKED_AT_LINES).includes(text))) ||
    (exit === true && (terminal.isIdle || terminal.exit !== null));
  const waits = [
    ...(text !== undefined || exit === true ? [terminal.until(isThere, limit)] : []),
    ...(idle_ms !== undefined ? [quiet(terminal, idle_ms, beganAt, limit)] : []),
  ];
  const met = await Promise.race(waits);
  const after_ms = Math.round(performance.now() - beganAt);
  if (met) return done({ met: true, after_ms, status: terminal.status() });
  if (signal.aborted) return endedEarly(signal);
  return failed('wait_timeout', `It did not come within ${timeout_ms} ms.`, {
    output: lastLines(terminal, 20),
  });
}
