import type { Log } from './runtime.ts';

/** What only time brings is seconds to hours away: half a second late is on time. */
const BEAT_MS = 500;

/** Work that only time brings: deadlines to meet, turns that are due. */
export interface Sweep {
  /** For the log. */
  readonly name: string;
  /** One round, all that is due now. */
  readonly run: () => Promise<void>;
}

/**
 * Runs the sweeps at a slow beat until it is stopped. Those of one beat are begun in one turn of the event loop, and share
 * their commits; none is begun again while its last round runs.
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
