import type { Pace } from '../domain/governor.ts';
import {
  type Dispatched,
  dispatchDelivery,
  findDeliveries,
  handOverDelivery,
} from '../domain/steps/dispatch-deliveries.ts';
import { findDrained, finishDrain } from '../domain/steps/finish-drains.ts';
import { findDueRenewals, runRenewal } from '../domain/steps/renewals.ts';
import {
  findOverdue,
  findOverlongHolds,
  meetDeadline,
  shortenOverlongHold,
} from '../domain/steps/sweep-deadlines.ts';
import { minuteOfDay } from './minute-of-day.ts';
import type { Presence } from './presence.ts';
import type { Clock, IdSource, Log, Store } from './ports.ts';
import type { RowSteps, RowWork } from './row-steps.ts';

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
  readonly rowSteps: (work: RowWork) => RowSteps;
  readonly log: Log;
}

/** Retries and timeouts are seconds to hours away: half a second late is on time. */
const TICK_MS = 500;

export function startDispatcher(deps: DispatcherDeps): Dispatcher {
  const { store, presence, now, newId, random, pacing, maxAttempts, rowSteps, log } = deps;
  const dispatch = rowSteps('dispatch');
  const handOver = rowSteps('hand_over');
  const deadlines = rowSteps('deadlines');
  const holds = rowSteps('holds');
  const renewals = rowSteps('renewals');
  const drains = rowSteps('drains');
  let round: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let alarm: NodeJS.Timeout | undefined;

  async function dispatchAll(): Promise<void> {
    for (;;) {
      again = false;
      const input = {
        ...presence.browsers(),
        now: now(),
        pacing: pacing(),
        random: random(),
      };
      const except = [...dispatch.resting(), ...handOver.resting()];
      const { ready, lost, more, nextAt } = await store.run(findDeliveries, { ...input, except });
      const outcomes = await Promise.all([
        dispatch.run(ready, idOf, (job) => store.run(dispatchDelivery, { ...input, ...job })),
        handOver.run(lost, idOf, (job) => store.run(handOverDelivery, { ...input, ...job })),
      ]);
      const gone = outcomes.flat().filter((outcome) => outcome.gone);
      const count = gone.length;
      if (count > 0) log.debug({ count }, 'deliveries dispatched');
      wakeAt(earliest([nextAt, ...gone.map((outcome) => outcome.nextAt)]));
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
    for (let more = true; more;) {
      const at = now();
      const overdue = await store.run(findOverdue, { now: at, except: deadlines.resting() });
      await deadlines.run(overdue.jobIds, String, (jobId) =>
        store.run(meetDeadline, { jobId, now: at }),
      );
      ({ more } = overdue);
    }
    const at = now();
    const [overlong, due, drained] = await Promise.all([
      store.run(findOverlongHolds, { now: at, except: holds.resting() }),
      store.run(findDueRenewals, { now: at, except: renewals.resting() }),
      store.run(findDrained, { except: drains.resting() }),
    ]);
    await Promise.all([
      holds.run(
        overlong,
        ({ accountKey, jobId }) => accountKey ?? jobId,
        (held) => store.run(shortenOverlongHold, { ...held, now: at }),
      ),
      renewals.run(due, String, (conversationKey) =>
        store.run(runRenewal, {
          conversationKey,
          now: at,
          maxAttempts,
          jobId: newId(),
          minuteOfDay,
        }),
      ),
      drains.run(drained, String, (conversationKey) =>
        store.run(finishDrain, { conversationKey, now: at }),
      ),
    ]);
  }

  const idOf = ({ jobId }: { readonly jobId: string }): string => jobId;

  /** Null where none of them is a time. */
  function earliest(times: readonly Dispatched['nextAt'][]): number | null {
    const known = times.filter((at) => at !== null);
    return known.length === 0 ? null : Math.min(...known);
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
