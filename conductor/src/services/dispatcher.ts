import type { Pace } from '../domain/governor.ts';
import { dispatchDeliveries } from '../domain/steps/dispatch-deliveries.ts';
import { finishDrains } from '../domain/steps/finish-drains.ts';
import { RENEWAL_BATCH, runRenewals } from '../domain/steps/renewals.ts';
import { sweepDeadlines } from '../domain/steps/sweep-deadlines.ts';
import { minuteOfDay } from './minute-of-day.ts';
import type { Presence } from './presence.ts';
import type { Clock, IdSource, Log, Store } from './ports.ts';

/** Hands due jobs to browsers. Woken by what happens, and by a slow tick for what only time brings. */
export interface Dispatcher {
  /** Something may be ready to go out. Cheap; many wakes of one turn are one round. */
  wake(): void;
  stop(): Promise<void>;
}

export interface DispatcherDeps {
  readonly store: Store;
  readonly presence: Presence;
  readonly now: Clock;
  readonly newId: IdSource;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly pacing: () => Readonly<Record<string, Pace>>;
  readonly maxAttempts: number;
  readonly log: Log;
}

/** Retries and timeouts are seconds to hours away: half a second late is on time. */
const TICK_MS = 500;

export function startDispatcher(deps: DispatcherDeps): Dispatcher {
  const { store, presence, now, newId, random, pacing, maxAttempts, log } = deps;
  let round: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let alarm: NodeJS.Timeout | undefined;

  async function dispatchAll(): Promise<void> {
    for (;;) {
      again = false;
      const { count, more, nextAt } = await store.run(dispatchDeliveries, {
        live: presence.live(),
        leaseholders: presence.leaseholders(),
        now: now(),
        pacing: pacing(),
        random: random(),
      });
      if (count > 0) log.debug({ count }, 'deliveries dispatched');
      wakeAt(nextAt);
      // A batch that changed nothing will not change when asked again.
      if (!again && !(more && count > 0)) return;
    }
  }

  /** What an account's pace held back goes when it may, not up to a tick later. */
  function wakeAt(at: number | null): void {
    clearTimeout(alarm);
    const waitMs = at === null ? TICK_MS : at - now();
    if (waitMs < TICK_MS) alarm = setTimeout(wake, Math.max(0, waitMs));
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

  /** What only time brings: retries, timeouts, renewals, drains that are through. */
  async function sweep(): Promise<void> {
    while ((await store.run(sweepDeadlines, { now: now() })).more);
    const jobIds = Array.from({ length: RENEWAL_BATCH }, newId);
    await store.run(runRenewals, { now: now(), maxAttempts, jobIds, minuteOfDay });
    await store.run(finishDrains, { now: now() });
  }

  let sweeping: Promise<void> | null = null;
  const tick = setInterval(() => {
    sweeping ??= sweep()
      .catch((cause: unknown) => log.error({ err: cause }, 'the sweep failed'))
      .finally(() => (sweeping = null));
    wake();
  }, TICK_MS);

  return {
    wake,
    async stop() {
      stopped = true;
      again = false;
      clearInterval(tick);
      clearTimeout(alarm);
      await Promise.all([round, sweeping]);
    },
  };
}
