import { assertNever } from '../../../../../../shared/lib/assert-never.ts';
import { joinPlans, plan, type Plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { changeJob } from '../job-changes.ts';
import { shortenAccountHold, shortenJobHold } from '../overlong-holds.ts';
import type { DeliveryJob } from '../rows.ts';
import * as deliveries from '../queries.ts';
import { dispatch } from '../effects.ts';

interface MeetDeadlineInput {
  readonly jobId: string;
  readonly now: number;
}

/** Moves a job whose time has come. One that was moved in the meantime stays as it is. */
export const meetDeadline = defineStep({
  name: 'meet deadline',
  load: ({ jobId }: MeetDeadlineInput) => ({
    job: deliveries.job({ jobId }),
  }),
  decide({ job }, { now }): Decision<null> {
    if (job === null || job.dueAt === null || job.dueAt > now)
      return { plan: plan({}), outcome: null };
    const effects = [dispatch()] as const;
    return { plan: joinPlans(moved(job, now), plan({ effects })), outcome: null };
  },
});

/** An account, or a job, that is held back. */
export type Held =
  | { readonly accountKey: string; readonly jobId?: never }
  | { readonly jobId: string; readonly accountKey?: never };

/** Brings that time nearer. */
export const shortenOverlongHold = defineStep({
  name: 'shorten overlong hold',
  load: ({ accountKey = '', jobId = '' }: Held & { readonly now: number }) => ({
    account: deliveries.account({ accountKey }),
    job: deliveries.job({ jobId }),
  }),
  decide({ account, job }, { now }): Decision<null> {
    const shorter = [
      ...(account === null ? [] : [shortenAccountHold(account, now)]),
      ...(job === null ? [] : [shortenJobHold(job, now)]),
    ];
    return { plan: joinPlans(...shorter), outcome: null };
  },
});

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
