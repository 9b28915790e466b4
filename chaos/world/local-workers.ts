import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { workerDir } from '../../conductor/src/program-files.ts';
import { descendants, killHard } from '../../tests/kit/process-tree.ts';
import type { FaultWorker } from '../faults/fault.ts';
import type { WorldClock } from './world-clock.ts';

/** The workers that the conductor starts, one after another: each outlives its conductor. */
export class LocalWorkers implements FaultWorker {
  /** File that programs in its terminals write to. Kept beside the small disk: the counted acts must have room. */
  readonly file: string;
  readonly #dir: string;
  readonly #clock: WorldClock;

  constructor(dataDir: string, folder: string, clock: WorldClock) {
    this.#dir = workerDir(dataDir);
    this.#clock = clock;
    this.file = join(folder, 'acts');
  }

  lines(): readonly string[] {
    if (!existsSync(this.file)) return [];
    return readFileSync(this.file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  }

  async kill(): Promise<void> {
    await Promise.all(this.#pids().map((pid) => killHard(pid)));
  }

  async stall(forMs: number): Promise<void> {
    const stalled = this.#pids();
    for (const pid of stalled) signal(pid, 'SIGSTOP');
    await this.#clock.sleep(forMs);
    for (const pid of stalled) signal(pid, 'SIGCONT');
  }

  /** For good: one of an earlier conductor would wait for the next. */
  async end(): Promise<void> {
    await this.kill();
  }

  #pids(): readonly number[] {
    return descendants(1)
      .filter(({ commandLine }) => commandLine.includes(`--data-dir ${this.#dir}`))
      .map(({ pid }) => pid);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It died meanwhile.
  }
}
