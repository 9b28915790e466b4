import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

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

const ENTRY = 'conductor/src/cli/main.ts';

/** The variables of the machine but those that would lead it to another conductor. */
export function cleanEnv(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NO_COLOR: '1',
    ...more,
  };
  delete env['FORCE_COLOR'];
  for (const name of ['BATON_URL', 'BATON_DATA_DIR'])
    if (more[name] === undefined) delete env[name];
  return env;
}

/** `baton` in a process of its own, to its end. What it must never do fails the test here: show a stack trace. */
export async function runBaton(
  args: readonly string[],
  { env = {}, input }: BatonOptions = {},
): Promise<BatonResult> {
  const child = spawn(process.execPath, [ENTRY, ...args], {
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
  if (/^\s+at .+:\d+/m.test(err)) throw new Error(`a stack trace was shown:\n${err}`);
  return { code: child.exitCode, out, err };
}

export interface BatonStream {
  /** The next line of standard output that fits. */
  line(fits: (line: string) => boolean): Promise<string>;
  /** Ctrl+C; resolves with its exit code. */
  interrupt(): Promise<number | null>;
}

/** `baton` that goes on until it is told to end. */
export function streamBaton(args: readonly string[]): BatonStream {
  const child = spawn(process.execPath, [ENTRY, ...args], {
    cwd: ROOT,
    env: cleanEnv(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let heard = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
  return {
    async line(fits) {
      for (;;) {
        const found = heard.split('\n').slice(0, -1).find(fits);
        if (found !== undefined) return found;
        await once(child.stdout, 'data');
      }
    },
    async interrupt() {
      const closed = once(child, 'close');
      child.kill('SIGINT');
      await closed;
      return child.exitCode;
    },
  };
}
