import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';

import { runCommandLine } from '../../conductor/src/cli/run-command-line.ts';
import { newestProgram } from '../../launcher/newest-program.mjs';
import { ROOT } from '../../launcher/root.ts';

export interface BatonResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface BatonOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** On its standard input; without it there is none. */
  readonly input?: string;
}

const PROGRAM = newestProgram('conductor/src/cli/main.ts');
/** Variables that would lead a command to a conductor that the test did not name. */
const LEADING = ['BATON_URL', 'BATON_DATA_DIR'] as const;

/** The variables of the machine but those that would lead it to another conductor. */
export function cleanEnv(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', ...more };
  delete env['FORCE_COLOR'];
  for (const name of LEADING) if (more[name] === undefined) delete env[name];
  return env;
}

/** `baton` in a process of its own, to its end. What it must never do fails the test here: show a stack trace. */
export async function spawnBaton(
  args: readonly string[],
  { env = {}, input }: BatonOptions = {},
): Promise<BatonResult> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: ROOT,
    env: cleanEnv(env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined); // It may not read at all.
  child.stdin.end(input);
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return withoutTrace({ code: child.exitCode, out, err });
}

/**
 * The same within this process: a tenth of the time, for it starts no Node and compiles nothing. Not for a command that
 * hands its streams to another program, and not for what only a whole process shows: that it ends, or how it takes a
 * signal.
 */
export function runBaton(
  args: readonly string[],
  options: BatonOptions = {},
): Promise<BatonResult> {
  const run = running.then(() => runWithin(args, options));
  running = run.then(
    () => undefined,
    () => undefined,
  );
  return run;
}

/** A process has one standard output, one exit code and one set of variables: commands run one after another. */
let running: Promise<void> = Promise.resolve();

async function runWithin(
  args: readonly string[],
  { env = {}, input }: BatonOptions,
): Promise<BatonResult> {
  const out = capture(process.stdout);
  const err = capture(process.stderr);
  const restoreStdin = replaceStdin(input);
  const variables = process.env;
  const { exitCode } = process;
  process.env = cleanEnv(env);
  process.exitCode = undefined;
  try {
    await runCommandLine(args);
    const code = Number(process.exitCode ?? 0);
    return withoutTrace({ code, out: out.text(), err: err.text() });
  } finally {
    process.exitCode = exitCode;
    process.env = variables;
    restoreStdin();
    err.restore();
    out.restore();
  }
}

/** Keeps what is written to a stream of this process, until `restore`. */
function capture(stream: NodeJS.WriteStream): { text(): string; restore(): void } {
  const chunks: Buffer[] = [];
  const write = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    chunks.push(Buffer.from(chunk as Uint8Array));
    return true;
  });
  return {
    text: () => Buffer.concat(chunks).toString('utf8'),
    restore: () => write.mockRestore(),
  };
}

function replaceStdin(input: string | undefined): () => void {
  const own = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
  const value = Readable.from(input === undefined ? [] : [Buffer.from(input)]);
  Object.defineProperty(process, 'stdin', { configurable: true, value });
  return () => void Object.defineProperty(process, 'stdin', own);
}

function withoutTrace(result: BatonResult): BatonResult {
  const { err } = result;
  if (/^\s+at .+:\d+/m.test(err)) throw new Error(`a stack trace was shown:\n${err}`);
  return result;
}

export interface BatonStream {
  /** The next line of standard output that fits. */
  line(fits: (line: string) => boolean): Promise<string>;
  /** Ctrl+C; resolves with its exit code. */
  interrupt(): Promise<number | null>;
  /** Waits until it ends by itself; its exit code. */
  end(): Promise<number | null>;
}

/** `baton` that continues until it is told to end, or ends by itself. @param said The stream whose lines are heard. */
export function streamBaton(
  args: readonly string[],
  said: 'stdout' | 'stderr' = 'stdout',
): BatonStream {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: ROOT,
    env: cleanEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let heard = '';
  const stream = child[said].setEncoding('utf8');
  stream.on('data', (chunk: string) => (heard += chunk));
  child[said === 'stdout' ? 'stderr' : 'stdout'].resume();
  return {
    async line(fits) {
      for (;;) {
        const found = heard.split('\n').slice(0, -1).find(fits);
        if (found !== undefined) return found;
        await once(stream, 'data');
      }
    },
    async end() {
      await closed;
      return child.exitCode;
    },
    async interrupt() {
      child.kill('SIGINT');
      await closed;
      return child.exitCode;
    },
  };
}
