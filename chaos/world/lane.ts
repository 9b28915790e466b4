import type { WorldClock } from './world-clock.ts';

const REMEMBERED = 8;
/** A frame that waits to change places goes on alone after this long. */
const SWAP_LIMIT_MS = 2_000;

/** One direction of one connection. Frames go through in order, but for what it was told to do to them. */
export class Lane {
  readonly #clock: WorldClock;
  readonly #write: (text: string) => void;
  readonly #waiting: string[] = [];
  /** The last ones that carried business. */
  readonly #passed: string[] = [];
  #holds = 1;
  #ended = false;
  #repeats = 0;
  #swaps = 0;
  #pocket: string | null = null;

  constructor(clock: WorldClock, write: (text: string) => void) {
    this.#clock = clock;
    this.#write = write;
  }

  /** From now on frames go through; those that came before go first. */
  open(): void {
    this.#release();
  }

  end(): void {
    this.#ended = true;
  }

  hold(forMs: number): void {
    this.#holds += 1;
    this.#clock.after(forMs, () => this.#release());
  }

  repeat(frames: number): void {
    for (const text of this.#passed.slice(-frames)) this.pass(text);
    this.#repeats += frames;
  }

  swap(times: number): void {
    this.#swaps += times;
  }

  pass(text: string): void {
    if (this.#ended) return;
    if (this.#holds > 0) this.#waiting.push(text);
    else this.#go(text);
  }

  #release(): void {
    this.#holds -= 1;
    while (this.#holds === 0 && !this.#ended) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#go(next);
    }
  }

  #go(text: string): void {
    if (!isBusiness(text)) return this.#write(text);
    if (this.#pocket !== null) {
      const earlier = this.#pocket;
      this.#pocket = null;
      this.#emit(text);
      return this.#emit(earlier);
    }
    // The first one tells where the stream continues: there is nothing yet that it could be out of order with.
    if (this.#swaps > 0 && this.#passed.length > 0) {
      this.#swaps -= 1;
      this.#pocket = text;
      this.#clock.after(SWAP_LIMIT_MS, () => this.#unpocket(text));
      return;
    }
    this.#emit(text);
  }

  #unpocket(text: string): void {
    if (this.#pocket !== text || this.#ended) return;
    this.#pocket = null;
    this.#emit(text);
  }

  #emit(text: string): void {
    this.#passed.push(text);
    if (this.#passed.length > REMEMBERED) this.#passed.shift();
    this.#write(text);
    if (this.#repeats > 0) {
      this.#repeats -= 1;
      this.#write(text);
    }
  }
}

function isBusiness(text: string): boolean {
  const frame: unknown = JSON.parse(text);
  if (typeof frame !== 'object' || frame === null || !('seq' in frame)) return false;
  return 'type' in frame && frame.type !== 'ack';
}
