import type { Reader } from '../../../engine/query.ts';
import type { RowSteps } from '../../../engine/row-steps.ts';
import type { Clock, Store } from '../../../engine/runtime.ts';
import type { Sweep } from '../../../engine/scheduler.ts';
import { HELD_AT_MOST_MS } from './overlong-holds.ts';
import { type Held, meetDeadline, shortenOverlongHold } from './steps/sweep-deadlines.ts';
import * as deliveries from './queries.ts';

const BATCH = 256;

interface SweepDeps {
  readonly store: Store;
  readonly read: Reader;
  readonly now: Clock;
  readonly rowSteps: (work: string) => RowSteps;
}

/** Deliveries whose time has come: a retry, or a reply that did not come. */
export function sweepDeadlines({ store, read, now, rowSteps }: SweepDeps): Sweep {
  const deadlines = rowSteps('deadlines');
  return {
    name: 'deadlines',
    async run() {
      for (let more = true; more;) {
        const at = now();
        const overdue = await read.one(
          deliveries.overdue({
            now: at,
            except: deadlines.resting(),
            limit: BATCH,
          }),
        );
        await deadlines.run(overdue, String, (jobId) =>
          store.run(meetDeadline, { jobId, now: at }),
        );
        more = overdue.length === BATCH;
      }
    },
  };
}

/** Accounts and deliveries that are held back for longer than anything may be within reason. */
export function sweepHolds({ store, read, now, rowSteps }: SweepDeps): Sweep {
  const holds = rowSteps('holds');
  return {
    name: 'holds',
    async run() {
      const at = now();
      const { accounts, jobs } = await read.one(
        deliveries.heldPast({
          at: at + HELD_AT_MOST_MS,
          except: holds.resting(),
          limit: BATCH,
        }),
      );
      const overlong: Held[] = [
        ...accounts.map((accountKey) => ({ accountKey })),
        ...jobs.map((jobId) => ({ jobId })),
      ];
      await holds.run(
        overlong,
        ({ accountKey, jobId }) => accountKey ?? jobId,
        (held) => store.run(shortenOverlongHold, { ...held, now: at }),
      );
    },
  };
}
