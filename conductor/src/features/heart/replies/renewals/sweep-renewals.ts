import type { Reader } from '../../../../engine/query.ts';
import type { RowSteps } from '../../../../engine/row-steps.ts';
import type { Clock, IdSource, Store } from '../../../../engine/runtime.ts';
import type { Sweep } from '../../../../engine/scheduler.ts';
import { minuteOfDay } from './minute-of-day.ts';
import { runRenewal } from './steps/renewals.ts';
import * as renewalsQueries from './queries.ts';

const BATCH = 64;

/** The sweep that sends due turns. */
export function sweepRenewals(deps: {
  readonly store: Store;
  readonly read: Reader;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly maxAttempts: number;
  readonly renewals: RowSteps;
}): Sweep {
  const { store, read, now, newId, maxAttempts, renewals } = deps;
  return {
    name: 'renewals',
    async run() {
      const at = now();
      const due = await read.one(
        renewalsQueries.dueRenewals({
          now: at,
          except: renewals.resting(),
          limit: BATCH,
        }),
      );
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
