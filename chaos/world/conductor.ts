import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import Database from 'better-sqlite3';
import { z } from 'zod';

import { ROOT } from '../../launcher/root.ts';
import { ConductorMeasure, type ConductorOrder } from './conductor-orders.ts';
import type { DataDisk } from './data-disk.ts';
import type { WorldClock } from './world-clock.ts';

const Listening = z.object({ event: z.literal('listening'), url: z.string() });
const STOP_LIMIT_MS = 20_000;
/** Between two tries to start one that does not come up, as on a full disk. */
const START_PAUSE_MS = 300;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The real conductor as a real process, which is started again whenever it dies, until it is stopped. */
export class Conductor {
  readonly #disk: DataDisk;
  readonly #clock: WorldClock;
  readonly #flags: readonly string[];
  #child: ChildProcess | null = null;
  #port = 0;
  #starting: Promise<void> = Promise.resolve();
  /** Milliseconds of the world's time before the next start. */
  #downMs = 0;
  #stopped = false;
  starts = 0;

  constructor(disk: DataDisk, clock: WorldClock, flags: readonly string[]) {
    this.#disk = disk;
    this.#clock = clock;
    this.#flags = flags;
  }

  /** The same over all its lives. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  get databaseFile(): string {
    return join(this.#disk.dataDir, 'baton.db');
  }

  /** Resolves when it listens. */
  start(): Promise<void> {
    this.#starting = this.#startUntilUp();
    return this.#starting;
  }

  async kill(downMs: number): Promise<void> {
    await this.#starting;
    if (this.#child === null) return;
    this.#downMs = downMs;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }

  killAtCommit(step: string, nth: number, downMs: number): void {
    this.#downMs = downMs;
    this.#order({ order: 'die', step, nth });
  }

  tellClock(): void {
    this.#order({ order: 'clock', reading: this.#clock.reading });
  }

  async measure(): Promise<ConductorMeasure> {
    const child = this.#child;
    if (child === null) throw new Error('The conductor does not run.');
    const answer = once(child, 'message');
    this.#order({ order: 'measure' });
    return ConductorMeasure.parse((await answer)[0]);
  }

  async lockDatabase(forMs: number): Promise<void> {
    await this.#starting;
    const database = new Database(this.databaseFile, { timeout: 1_000 });
    try {
      database.exec('begin immediate');
      await this.#clock.sleep(forMs);
      database.exec('rollback');
    } catch (cause) {
      // The conductor held it all that time: a lock of its own is none of the world's.
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_BUSY')) throw cause;
    } finally {
      database.close();
    }
  }

  async fillDisk(forMs: number): Promise<void> {
    const free = this.#disk.fill();
    await this.#clock.sleep(forMs);
    free();
  }

  /** Asks as a person's own programs do. Null: nobody answered. */
  async ask(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer | null> {
    try {
      const secret = readFileSync(join(this.#disk.dataDir, 'admin-secret'), 'utf8').trim();
      const response = await fetch(new URL(path, this.url), {
        method,
        headers: {
          authorization: `Bearer ${secret}`,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(15_000),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      // fetch says no more than that it failed.
      return null;
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#starting;
    const child = this.#child;
    if (child === null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await exited;
    clearTimeout(limit);
  }

  #order(order: ConductorOrder): void {
    if (this.#child?.connected === true) this.#child.send(order, () => undefined);
  }

  async #startUntilUp(): Promise<void> {
    while (!this.#stopped && !(await this.#launch())) {
      await new Promise((resolve) => setTimeout(resolve, START_PAUSE_MS));
    }
  }

  /** False: it ended before it listened. */
  async #launch(): Promise<boolean> {
    const log = openSync(this.#disk.logFile, 'a');
    const child = spawn(
      process.execPath,
      [
        '--expose-gc',
        join(ROOT, 'chaos/world/conductor-under-test.ts'),
        '--port',
        String(this.#port),
        '--data-dir',
        this.#disk.dataDir,
        ...this.#flags,
      ],
      {
        env: { ...process.env, CHAOS_CLOCK: JSON.stringify(this.#clock.reading) },
        stdio: ['ignore', 'pipe', log, 'ipc'],
      },
    );
    closeSync(log);
    if (child.stdout === null) throw new Error('The conductor has no output.');
    const line = once(createInterface(child.stdout), 'line');
    const gone = once(child, 'exit').then(() => null);
    const first = await Promise.race([line, gone]);
    if (first === null) return false;
    const { url } = Listening.parse(JSON.parse(String(first[0])));
    this.#port = Number(new URL(url).port);
    this.#child = child;
    this.starts += 1;
    void gone.then(async () => {
      this.#child = null;
      if (this.#stopped) return;
      const downMs = this.#downMs;
      this.#downMs = 0;
      this.#starting = this.#clock.sleep(downMs).then(() => this.#startUntilUp());
    });
    // It may have jumped while this one started.
    this.tellClock();
    return true;
  }
}
