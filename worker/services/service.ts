import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';

import { limitReading } from '../terminals/limit-reading.ts';

/** As of a terminal. */
const MAX_LINES = 10_000;
const READ_PER_SECOND = 1_000_000;
const MAX_LINE_LENGTH = 10_000;

const FIRST_RESTART_MS = 500;
const LONGEST_RESTART_MS = 60_000;
/** One that has run so long has not failed at its start. */
const STEADY_MS = 60_000;
const TERM_LIMIT_MS = 5_000;
/** Milliseconds after its end until its last output has come; another program may hold the pipe for ever. */
const LAST_LINES_MS = 500;

/**
 * Ends the service when the worker is gone, however that came about: the end of a pipe that only the worker writes to.
 * It is the leader of a group of its own, and signals that. Its exit code is the service's.
 */
const GUARDIAN = `
trap : TERM
sh -c "$1" 3<&- &
child=$!
{ trap : TERM; read -r _ <&3; kill -TERM 0; sleep 5; kill -KILL 0; } >/dev/null 2>&1 &
watch=$!
wait "$child"; code=$?
while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done
kill -KILL "$watch" 2>/dev/null
exit $code
`;

export interface ServiceParts {
  readonly command: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Started again when it ends. */
  readonly restart: boolean;
}

/** A program that goes on running. Emits `change` at each line and each end. */
export class Service {
  readonly changes = new EventEmitter<{ change: [] }>().setMaxListeners(0);
  readonly #parts: ServiceParts;
  #child: ChildProcess | null = null;
  #lines: string[] = [];
  /** Number of the first line kept, from 0. */
  #first = 0;
  #exitCode: number | null = null;
  #restarts = 0;
  #isClosed = false;
  #again: NodeJS.Timeout | undefined;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#start();
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  /** Exit code of its last end; null: it has not ended, or a signal ended it. */
  get exitCode(): number | null {
    return this.#exitCode;
  }

  get restarts(): number {
    return this.#restarts;
  }

  /** true: it runs, or will again. */
  get isGoingOn(): boolean {
    return this.#child !== null || (this.#parts.restart && !this.#isClosed);
  }

  /** Lines are numbered from the first one of all; without `from`, the last of them. */
  logs(
    lines: number,
    from?: number,
  ): { readonly text: string; readonly from: number; readonly next: number } {
    const end = this.#first + this.#lines.length;
    const start = Math.min(end, Math.max(this.#first, from ?? end - lines));
    const next = Math.min(end, start + lines);
    const text = this.#lines.slice(start - this.#first, next - this.#first).join('\n');
    return { text, from: start, next };
  }

  /** Resolves when it has ended, the hard way after a while. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#again);
    const child = this.#child;
    if (child === null) return;
    signalAll(child, 'SIGTERM');
    const hard = setTimeout(() => signalAll(child, 'SIGKILL'), TERM_LIMIT_MS);
    while (this.#child === child) await once(this.changes, 'change');
    clearTimeout(hard);
  }

  #start(): void {
    const { command, cwd, environment } = this.#parts;
    const startedAt = performance.now();
    const isWindows = process.platform === 'win32';
    const child = isWindows
      ? spawn(command, { cwd, env: environment, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
      : spawn('/bin/sh', ['-c', GUARDIAN, 'sh', command], {
          cwd,
          env: environment,
          detached: true,
          stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      const readMore = limitReading(stream, READ_PER_SECOND);
      const take = this.#takeLines();
      stream.on('data', (chunk: Buffer) => {
        readMore(chunk.length);
        take(chunk);
      });
    }
    child.once('error', (cause) => this.#say(`It cannot be started: ${cause.message}`));
    const ended = (code: number | null): void => {
      if (this.#child !== child) return;
      this.#child = null;
      this.#exitCode = code;
      if (this.#parts.restart && !this.#isClosed) this.#startAgain(performance.now() - startedAt);
      this.changes.emit('change');
    };
    child.once('exit', (code) => setTimeout(() => ended(code), LAST_LINES_MS).unref());
    child.once('close', ended);
  }

  #startAgain(ranMs: number): void {
    if (ranMs >= STEADY_MS) this.#restarts = 0;
    const ms = Math.min(LONGEST_RESTART_MS, FIRST_RESTART_MS * 2 ** Math.min(this.#restarts, 16));
    this.#restarts += 1;
    this.#again = setTimeout(() => this.#start(), ms);
  }

  #takeLines(): (chunk: Buffer) => void {
    const decoder = new StringDecoder('utf8');
    let isOpen = false;
    return (chunk) => {
      const parts = decoder.write(chunk).split(/\r?\n/);
      for (const [at, part] of parts.entries()) {
        const goesOn = at === 0 && isOpen;
        if (goesOn) this.#extend(part);
        else if (at < parts.length - 1 || part !== '') this.#say(part);
      }
      isOpen = parts.at(-1) !== '' || (isOpen && parts.length === 1);
      this.changes.emit('change');
    };
  }

  #say(line: string): void {
    this.#lines.push(line.slice(0, MAX_LINE_LENGTH));
    if (this.#lines.length <= MAX_LINES + MAX_LINES / 10) return;
    const dropped = this.#lines.length - MAX_LINES;
    this.#lines = this.#lines.slice(dropped);
    this.#first += dropped;
  }

  #extend(part: string): void {
    const last = this.#lines.pop() ?? '';
    this.#lines.push(`${last}${part}`.slice(0, MAX_LINE_LENGTH));
  }
}

function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It ended a moment ago.
  }
}
