import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { newestProgram } from '../../launcher/newest-program.mjs';

export interface RunningWorker {
  readonly child: ChildProcess;
  /** Text on standard error, once it has ended. */
  readonly said: Promise<string>;
  /** Resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a worker as a process of its own. */
export function startWorkerProcess(
  dataDir: string,
  told: object,
  env: Readonly<Record<string, string>> = {},
): RunningWorker {
  const child = spawn(process.execPath, [newestProgram('worker/main.ts'), '--data-dir', dataDir], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.end(`${JSON.stringify(told)}\n`);
  const said = text(child.stderr);
  const ended = once(child, 'close');
  return {
    child,
    said,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}
