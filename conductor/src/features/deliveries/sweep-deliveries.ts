import type { RowSteps } from '../../engine/row-steps.ts';
import type { Clock, Store } from '../../engine/runtime.ts';
import type { Sweep } from '../../engine/scheduler.ts';
import {
  findOverdue,
  findOverlongHolds,
  meetDeadline,
  shortenOverlongHold,
} from './steps/sweep-deadlines.ts';

interface SweepDeps {
  readonly store: Store;
  readonly now: Clock;
  readonly rowSteps: (work: string) => RowSteps;
}

/** Deliveries whose time has come: a retry, or a reply that did not come. */
export function sweepDeadlines({ store, now, rowSteps }: SweepDeps): Sweep {
  const deadlines = rowSteps('deadlines');
  return {
    name: 'deadlines',
    async run() {
      for (let more = true; more;) {
        const at = now();
        const overdue = await store.run(findOverdue, { now: at, except: deadlines.resting() });
        await deadlines.run(overdue.jobIds, String, (jobId) =>
          store.run(meetDeadline, { jobId, now: at }),
        );
        ({ more } = overdue);
      }
    },
  };
}

/** Accounts and deliveries that are held back for longer than anything may be within reason. */
export function sweepHolds({ store, now, rowSteps }: SweepDeps): Sweep {
  const holds = rowSteps('holds');
  return {
    name: 'holds',
    async run() {
      const at = now();
      const overlong = await store.run(findOverlongHolds, { now: at, except: holds.resting() });
      await holds.run(
        overlong,
        ({ accountKey, jobId }) => accountKey ?? jobId,
        (held) => store.run(shortenOverlongHold, { ...held, now: at }),
      );
    },
  };
}
