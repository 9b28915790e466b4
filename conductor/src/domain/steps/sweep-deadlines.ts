import { assertNever } from '../../../../shared/lib/assert-never.ts';
import { changeJob } from '../job-changes.ts';
import { HELD_AT_MOST_MS, shortenHolds } from '../overlong-holds.ts';
import { joinPlans, plan, type Plan } from '../plan.ts';
import type { DeliveryJob } from '../rows.ts';
import type { Asks, Step } from '../step.ts';

const BATCH = 256;

/**
 * Moves jobs whose time has come: a retry is due, or a final reply never came. A time that is beyond reason does not
 * come: it is brought nearer.
 */
export const sweepDeadlines: Step<
  { readonly now: number },
  { readonly overdue: Asks<'overdue'>; readonly held: Asks<'heldPast'> },
  { readonly more: boolean }
> = {
  name: 'sweep deadlines',
  load: ({ now }) => ({
    overdue: { ask: 'overdue', now, limit: BATCH },
    held: { ask: 'heldPast', at: now + HELD_AT_MOST_MS, limit: BATCH },
  }),
  decide: ({ overdue, held }, { now }) => ({
    plan: joinPlans(
      ...overdue.map((job) => moved(job, now)),
      shortenHolds(held, now),
      plan({ effects: overdue.length > 0 ? [{ kind: 'dispatch' }] : [] }),
    ),
    outcome: { more: overdue.length === BATCH || held.jobs.length === BATCH },
  }),
};

function moved(job: DeliveryJob, now: number): Plan {
  switch (job.status) {
    case 'retry_wait':
      return changeJob({ job, event: { type: 'DUE' }, now, actor: 'conductor' });
    case 'acked':
      return changeJob({
        job,
        event: { type: 'FINAL_TIMEOUT' },
        now,
        actor: 'conductor',
        error: {
          code: 'final_message_timeout',
          text: 'No final reply came in time; the message is in the conversation.',
        },
      });
    case 'pending':
    case 'dispatched':
    case 'finalized':
    case 'failed':
      throw new Error(`job ${job.jobId} has a deadline in state ${job.status}`);
    default:
      return assertNever(job.status);
  }
}
