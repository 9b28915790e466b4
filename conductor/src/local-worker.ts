import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { WORKER, workerDir } from './program-files.ts';

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 60_000;
/** One that ran so long has not failed at its start. */
const STEADY_MS = 60_000;
const STOP_LIMIT_MS = 10_000;
/** As the worker says it: one of an earlier conductor runs, and comes by itself. */
const RUNS_ALREADY = 4;

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface LocalWorkerParts {
  readonly dataDir: string;
  /** A code by which it pairs, where it has not yet. */
  readonly offerCode: () => string;
  /** Folders in which terminals and services run; none: anywhere. */
  readonly roots: () => readonly string[];
  readonly log: Log;
  /** In milliseconds, by a clock that nobody sets. */
  readonly steadyNow: () => number;
  readonly random: () => number;
  /** The arguments of `node` that run it. Default: the program's own. */
  readonly program?: readonly string[];
}

/** The worker on this machine: started when something first needs it, and again when that is so after it has ended. */
export interface LocalWorker {
  /** Has it run, unless it failed a moment ago. It connects when it is ready; safe to call at any time. */
  start(): void;
  /** Ends the one that was started here, and what it holds. One of an earlier conductor ends as its link does. */
  stop(): Promise<void>;
}

export function createLocalWorker(parts: LocalWorkerParts): LocalWorker {
  const { log, steadyNow } = parts;
  let child: ChildProcess | null = null;
  let failures = 0;
  let notBefore = Number.NEGATIVE_INFINITY;
  let isStopped = false;

  function ended(code: number | null, ranMs: number): void {
    child = null;
    if (isStopped) return;
    if (code === RUNS_ALREADY) return log.info({}, 'a worker of an earlier start goes on');
    failures = ranMs >= STEADY_MS ? 1 : failures + 1;
    const window = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1));
    notBefore = steadyNow() + window / 2 + parts.random() * (window / 2);
    log.warn({ code, failures }, 'the worker ended, and what it held with it');
  }

  return {
    start() {
      if (isStopped || child !== null || steadyNow() < notBefore) return;
      const startedAt = steadyNow();
      // A group of its own: it outlives a conductor that dies, and is there for the next one.
      const started = spawn(
        process.execPath,
        [...(parts.program ?? [WORKER]), '--data-dir', workerDir(parts.dataDir)],
        { stdio: ['pipe', 'ignore', 'ignore'], detached: true },
      );
      child = started;
      started.once('error', (cause) => log.warn({ err: cause }, 'the worker cannot be started'));
      started.once('close', (code) => ended(code, steadyNow() - startedAt));
      // One that dies before it has read this is told of by its end.
      started.stdin.on('error', () => undefined);
      const told = {
        conductorDir: parts.dataDir,
        isOwn: true,
        code: parts.offerCode(),
        roots: parts.roots(),
      };
      started.stdin.end(`${JSON.stringify(told)}\n`);
    },
    async stop() {
      isStopped = true;
      const running = child;
      if (running === null) return;
      const end = once(running, 'close');
      running.kill('SIGTERM');
      const hard = setTimeout(() => running.kill('SIGKILL'), STOP_LIMIT_MS);
      await end;
      clearTimeout(hard);
    },
  };
}
