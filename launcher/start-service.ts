import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { NODE_FLAGS } from '../conductor/src/program-files.ts';
import { endInOrder, endWithUs, killGroup, processEnd } from './end-process.ts';
import { newestProgram } from './newest-program.mjs';
import { ROOT } from './root.ts';

/** Longer than any of our services needs to end its work in order. */
const STOP_LIMIT_MS = 15_000;
const START_LIMIT_MS = 30_000;
const ERROR_LINES = 12;

export interface ServiceOptions {
  /** For messages: "the conductor". */
  readonly name: string;
  /**
   * A TypeScript file, run from its bundle where that is current, that prints `{"event":"listening","url":…}` as its first line once it listens, and that
   * takes `--stop-with-stdin`.
   */
  readonly entry: string;
  readonly args: readonly string[];
  /** Everything else it says is appended here. */
  readonly logFile: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A process of ours that serves on a local port. */
export interface Service {
  readonly url: string;
  readonly pid: number;
  /** Resolves when the process has ended, whoever ended it. */
  readonly exited: Promise<void>;
  /** Ends it in an orderly way, by force when that takes more than 15 s. Idempotent. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
}

/** A service that did not come up; `exitCode` is null where it had to be ended. */
export class ServiceStartError extends Error {
  override readonly name = 'ServiceStartError';
  readonly exitCode: number | null;

  constructor(message: string, exitCode: number | null) {
    super(message);
    this.exitCode = exitCode;
  }
}

const Listening = z.object({ event: z.literal('listening'), url: z.url() });

/** Starts a service and resolves once it listens. Throws ServiceStartError with its last words when it does not. */
export async function startService(options: ServiceOptions): Promise<Service> {
  mkdirSync(dirname(options.logFile), { recursive: true, mode: 0o700 });
  const child = spawn(
    process.execPath,
    [...NODE_FLAGS, newestProgram(options.entry), ...options.args, '--stop-with-stdin'],
    {
      cwd: ROOT,
      env: { ...process.env, ...options.env },
      // Its standard input ends with this process, however that ends: no service outlives a killed launcher.
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that Ctrl+C ends the services in our order and not all at once.
      detached: true,
    },
  );
  endWithUs(child);

  const url = await firstAddress(child, options.name, options.logFile);
  if (child.pid === undefined) throw new Error(`${options.name} has no process id.`);
  return {
    url,
    pid: child.pid,
    exited: processEnd(child),
    stop: () => endInOrder(child, STOP_LIMIT_MS),
    kill: async () => {
      killGroup(child);
      await processEnd(child);
    },
  };
}

function firstAddress(child: ChildProcess, name: string, logFile: string): Promise<string> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error(`${name} has no output.`);
  const heard: string[] = [];
  const hear = (line: string): void => {
    keep(logFile, `${line}\n`);
    heard.push(line);
    if (heard.length > ERROR_LINES) heard.shift();
  };
  createInterface({ input: stderr }).on('line', hear);

  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      killGroup(child);
      fail(`did not start within ${START_LIMIT_MS / 1000} s`, null);
    }, START_LIMIT_MS);
    const fail = (what: string, exitCode: number | null): void => {
      clearTimeout(limit);
      reject(new ServiceStartError([`${name} ${what}.`, ...heard].join('\n'), exitCode));
    };
    child.once('error', (error) => fail(`could not be started: ${error.message}`, null));
    // 'close' and not 'exit': by then all that it said has been heard.
    child.once('close', (code) => fail('did not start', code));
    createInterface({ input: stdout }).on('line', (line) => {
      const address = parseListening(line);
      if (address === null) return hear(line);
      clearTimeout(limit);
      resolve(address);
    });
  });
}

/** On a full disk a line is lost: what serves goes on, and is heard again when there is room. */
function keep(logFile: string, line: string): void {
  try {
    appendFileSync(logFile, line, { mode: 0o600 });
  } catch {
    // There is nowhere else to say it.
  }
}

function parseListening(line: string): string | null {
  if (!line.startsWith('{')) return null;
  try {
    return Listening.safeParse(JSON.parse(line)).data?.url ?? null;
  } catch {
    return null; // A log line that only begins like JSON.
  }
}
