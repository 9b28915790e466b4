import type { Clock } from '../ports.ts';

/** The machine's time. Callbacks are lost with the background; the alarm makes up for them. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
