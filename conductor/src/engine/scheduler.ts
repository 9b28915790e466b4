import type { Log } from './runtime.ts';

/** Deadlines are seconds to hours away: half a second late is on time. */
const BEAT_MS = 500;

/** Work that is due by time alone, as deadlines. */
export interface Sweep {
  /** For the log. */
  readonly name: string;
  /** Does all that is due now. */
  readonly run: () => Promise<void>;
}

/**
 * Runs all sweeps every half second until it is stopped. Those of one round begin in one turn of the event loop and
 * share their commits. A sweep whose last run has not ended is left out.
 */
export function startScheduler(
  sweeps: readonly Sweep[],
  log: Log,
): { readonly stop: () => Promise<void> } {
  const running = new Map<Sweep, Promise<void>>();

  function begin(sweep: Sweep): void {
    if (running.has(sweep)) return;
    const round = sweep
      .run()
      .catch((cause: unknown) => log.error({ err: cause, sweep: sweep.name }, 'a sweep failed'))
      .finally(() => running.delete(sweep));
    running.set(sweep, round);
  }

  const beat = setInterval(() => {
    for (const sweep of sweeps) begin(sweep);
  }, BEAT_MS);

  return {
    async stop() {
      clearInterval(beat);
      await Promise.all(running.values());
    },
  };
}
