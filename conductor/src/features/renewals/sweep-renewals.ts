import type { RowSteps } from '../../engine/row-steps.ts';
import type { Clock, IdSource, Store } from '../../engine/runtime.ts';
import type { Sweep } from '../../engine/scheduler.ts';
import { minuteOfDay } from './minute-of-day.ts';
import { findDueRenewals, runRenewal } from './steps/renewals.ts';

/** The sweep that sends due turns. */
export function sweepRenewals(deps: {
  readonly store: Store;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly maxAttempts: number;
  readonly renewals: RowSteps;
}): Sweep {
  const { store, now, newId, maxAttempts, renewals } = deps;
  return {
    name: 'renewals',
    async run() {
      const at = now();
      const due = await store.run(findDueRenewals, { now: at, except: renewals.resting() });
      await renewals.run(due, String, (conversationKey) =>
        store.run(runRenewal, {
          conversationKey,
          now: at,
          maxAttempts,
          jobId: newId(),
          minuteOfDay,
        }),
      );
    },
  };
}
