import { createKeyedWork } from '../../../engine/keyed-work.ts';
import type { RowSteps } from '../../../engine/row-steps.ts';
import type { Clock, Log, Store } from '../../../engine/runtime.ts';
import type { Presence } from '../../ground/browsers/feature.ts';
import type { Pace } from './account-pacing.ts';
import {
  dispatchDelivery,
  type Dispatched,
  findDeliveries,
  handOverDelivery,
} from './steps/dispatch-deliveries.ts';

/** Dispatches jobs that are due to browsers. */
export interface Dispatcher {
  /** Looks for jobs that can be dispatched. Calls within one turn of the event loop lead to one round. */
  wake(): void;
  stop(): Promise<void>;
}

export interface DispatcherDeps {
  readonly store: Store;
  readonly presence: Presence;
  readonly now: Clock;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
  readonly pacing: () => Readonly<Record<string, Pace>>;
  readonly rowSteps: (work: string) => RowSteps;
  readonly log: Log;
}

/** A wait that is longer than that ends with a beat of the scheduler, which wakes the dispatcher. */
const BEAT_MS = 500;

/** Key of the rounds: all deliveries are looked through together. */
const ALL = 'all';

/** Starts dispatching: at each `dispatch` effect, and when a job or an account is due. */
export function startDispatcher(deps: DispatcherDeps): Dispatcher {
  const { store, presence, now, random, pacing, rowSteps, log } = deps;
  const dispatch = rowSteps('dispatch');
  const handOver = rowSteps('hand_over');
  let alarm: NodeJS.Timeout | undefined;

  async function dispatchAll(_all: typeof ALL, taken: () => void): Promise<void> {
    for (;;) {
      taken();
      const input = {
        ...presence.browsers(),
        now: now(),
        pacing: pacing(),
        random: random(),
      };
      const except = [...dispatch.resting(), ...handOver.resting()];
      let sent: Promise<readonly Dispatched[][]> = Promise.resolve([]);
      const { more, nextAt } = await store.runWith(
        findDeliveries,
        { ...input, except },
        ({ ready, lost }) => {
          // What was asked for until now has been looked for.
          taken();
          sent = Promise.all([
            dispatch.run(ready, idOf, (job) => store.run(dispatchDelivery, { ...input, ...job })),
            handOver.run(lost, idOf, (job) => store.run(handOverDelivery, { ...input, ...job })),
          ]);
          // Where the commit fails, both say so; one is heard.
          sent.catch(() => undefined);
        },
      );
      const outcomes = await sent;
      const gone = outcomes.flat().filter((outcome) => outcome.gone);
      const count = gone.length;
      if (count > 0) log.debug({ count }, 'deliveries dispatched');
      wakeAt(earliest([nextAt, ...gone.map((outcome) => outcome.nextAt)]));
      // A batch that changed nothing will not change when asked again.
      if (!more || count === 0) return;
    }
  }

  /** Wakes the dispatcher when the pace of an account allows the next send, not up to a beat later. */
  function wakeAt(at: number | null): void {
    clearTimeout(alarm);
    const waitMs = at === null ? BEAT_MS : at - now();
    if (waitMs < BEAT_MS) alarm = setTimeout(wake, Math.max(0, waitMs));
  }

  const rounds = createKeyedWork(dispatchAll, (cause) =>
    log.error({ err: cause }, 'dispatch failed'),
  );
  const wake = (): void => void rounds.go(ALL);

  const idOf = ({ jobId }: { readonly jobId: string }): string => jobId;

  /** Null where none of them is a time. */
  function earliest(times: readonly Dispatched['nextAt'][]): number | null {
    const known = times.filter((at) => at !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  return {
    wake,
    async stop() {
      clearTimeout(alarm);
      await rounds.stop();
      clearTimeout(alarm);
    },
  };
}
