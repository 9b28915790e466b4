import { z } from 'zod';

import type { Clock } from '../../extension/background/ports.ts';

/** How a process of the world computes its time; one process hands it to another as it is. */
export const ClockReading = z.object({
  /** When the world began. */
  epochMs: z.number(),
  /** How many of its milliseconds pass in one real one. */
  speed: z.number().positive(),
  /** Milliseconds by which its clocks have been set forwards or back. */
  offsetMs: z.number(),
});

export type ClockReading = z.infer<typeof ClockReading>;

export function readClock({ epochMs, speed, offsetMs }: ClockReading): number {
  return Math.round(epochMs + (Date.now() - epochMs) * speed + offsetMs);
}

/** The time of one machine: it runs faster than ours, and can jump. Timers know nothing of jumps, as everywhere. */
export class WorldClock implements Clock {
  /** The time elsewhere, which nobody sets. */
  readonly steady: Clock;
  #reading: ClockReading;

  constructor(speed: number) {
    this.#reading = { epochMs: Date.now(), speed, offsetMs: 0 };
    const start = this.#reading;
    this.steady = { now: () => readClock(start), after: (ms, then) => this.after(ms, then) };
  }

  get reading(): ClockReading {
    return this.#reading;
  }

  now(): number {
    return readClock(this.#reading);
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = setTimeout(callback, delayMs / this.#reading.speed);
    return () => clearTimeout(timer);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  jump(byMs: number): void {
    this.#reading = { ...this.#reading, offsetMs: this.#reading.offsetMs + byMs };
  }
}
