import { dispatchDeliveries } from '../domain/steps/dispatch-deliveries.ts';
import { sweepDeadlines } from '../domain/steps/sweep-deadlines.ts';
import type { Presence } from './presence.ts';
import type { Clock, Log, Store } from './ports.ts';

/** Hands due jobs to browsers. Woken by what happens, and by a slow tick for what only time brings. */
export interface Dispatcher {
  /** Something may be ready to go out. Cheap; many wakes of one turn are one round. */
  wake(): void;
  stop(): Promise<void>;
}

/** Retries and timeouts are seconds to hours away: half a second late is on time. */
const TICK_MS = 500;

export function startDispatcher(
  store: Store,
  presence: Presence,
  now: Clock,
  log: Log,
): Dispatcher {
  let round: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  async function dispatchAll(): Promise<void> {
    for (;;) {
      again = false;
      const input = { live: presence.live(), leaseholders: presence.leaseholders(), now: now() };
      const { count, more } = await store.run(dispatchDeliveries, input);
      if (count > 0) log.debug({ count }, 'deliveries dispatched');
      // A batch that changed nothing will not change when asked again.
      if (!again && !(more && count > 0)) return;
    }
  }

  function wake(): void {
    again = true;
    if (round !== null || stopped) return;
    round = dispatchAll()
      .catch((cause: unknown) => log.error({ err: cause }, 'dispatch failed'))
      .finally(() => {
        round = null;
        if (again) setImmediate(wake);
      });
  }

  async function sweep(): Promise<void> {
    while ((await store.run(sweepDeadlines, { now: now() })).more);
  }

  const tick = setInterval(() => {
    sweep().catch((cause: unknown) => log.error({ err: cause }, 'deadline sweep failed'));
    wake();
  }, TICK_MS);

  return {
    wake,
    async stop() {
      stopped = true;
      again = false;
      clearInterval(tick);
      await round;
    },
  };
}
