import type { Clock } from '../../../../extension/background/ports.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

/**
 * Time that passes only when nothing else can happen: no database work is in flight and every promise that could
 * settle has. A test is as fast as its code, and the same every time.
 */
export class SimClock implements Clock {
  #now = 1_700_000_000_000;
  #order = 0;
  #timers = new Set<Timer>();
  #inFlight = 0;

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): () => void {
    this.#order += 1;
    const timer = { at: this.#now + delayMs, order: this.#order, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Counts work the event loop does on its own, so that time waits for it. */
  async busy<T>(work: Promise<T>): Promise<T> {
    this.#inFlight += 1;
    try {
      return await work;
    } finally {
      this.#inFlight -= 1;
    }
  }

  /** Lets the world run until `done`, or throws when `limitMs` of its time pass first. */
  async runUntil(done: () => boolean, limitMs: number, describe: () => string): Promise<void> {
    const deadline = this.#now + limitMs;
    for (;;) {
      await this.#settle();
      if (done()) return;
      const next = [...this.#timers].toSorted((a, b) => a.at - b.at || a.order - b.order)[0];
      if (next === undefined || next.at > deadline) {
        throw new Error(`It did not happen in ${limitMs} ms of its time. ${describe()}`);
      }
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
  }

  async #settle(): Promise<void> {
    do {
      for (let turn = 0; turn < 3; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    } while (this.#inFlight > 0);
  }
}
