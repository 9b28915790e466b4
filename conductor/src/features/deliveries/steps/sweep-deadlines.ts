import { assertNever } from '../../../../../shared/lib/assert-never.ts';
import { joinPlans, plan, type Plan } from '../../../engine/plan.ts';
import type { QueryNamed } from '../../../engine/query.ts';
import type { Step } from '../../../engine/step.ts';
import { changeJob } from '../job-changes.ts';
import { HELD_AT_MOST_MS, shortenAccountHold, shortenJobHold } from '../overlong-holds.ts';
import type { DeliveryJob } from '../rows.ts';

const BATCH = 256;

/** Jobs whose time has come: a retry is due, or a final reply never came. `except`: those to leave out. */
export const findOverdue: Step<
  { readonly now: number; readonly except: readonly string[] },
  { readonly overdue: QueryNamed<'overdue'> },
  { readonly jobIds: readonly string[]; readonly more: boolean }
> = {
  name: 'sweep deadlines',
  load: ({ now, except }) => ({ overdue: { query: 'overdue', now, except, limit: BATCH } }),
  decide: ({ overdue }) => ({
    plan: plan({}),
    outcome: { jobIds: overdue, more: overdue.length === BATCH },
  }),
};

/** Moves a job whose time has come. One that was moved in the meantime stays as it is. */
export const meetDeadline: Step<
  { readonly jobId: string; readonly now: number },
  { readonly job: QueryNamed<'job'> },
  null
> = {
  name: 'meet deadline',
  load: ({ jobId }) => ({ job: { query: 'job', jobId } }),
  decide({ job }, { now }) {
    if (job === null || job.dueAt === null || job.dueAt > now)
      return { plan: plan({}), outcome: null };
    const effects = [{ kind: 'dispatch' }] as const;
    return { plan: joinPlans(moved(job, now), plan({ effects })), outcome: null };
  },
};

/** An account, or a job, that is held back. */
export type Held =
  | { readonly accountKey: string; readonly jobId?: never }
  | { readonly jobId: string; readonly accountKey?: never };

/** What is held back until a time that is beyond reason, and does not come. `except`: keys and ids to leave out. */
export const findOverlongHolds: Step<
  { readonly now: number; readonly except: readonly string[] },
  { readonly held: QueryNamed<'heldPast'> },
  readonly Held[]
> = {
  name: 'find overlong holds',
  load: ({ now, except }) => ({
    held: { query: 'heldPast', at: now + HELD_AT_MOST_MS, except, limit: BATCH },
  }),
  decide: ({ held: { accounts, jobs } }) => ({
    plan: plan({}),
    outcome: [
      ...accounts.map((accountKey) => ({ accountKey })),
      ...jobs.map((jobId) => ({ jobId })),
    ],
  }),
};

/** Brings that time nearer. */
export const shortenOverlongHold: Step<
  Held & { readonly now: number },
  { readonly account: QueryNamed<'account'>; readonly job: QueryNamed<'job'> },
  null
> = {
  name: 'shorten overlong hold',
  load: ({ accountKey = '', jobId = '' }) => ({
    account: { query: 'account', accountKey },
    job: { query: 'job', jobId },
  }),
  decide({ account, job }, { now }) {
    const shorter = [
      ...(account === null ? [] : [shortenAccountHold(account, now)]),
      ...(job === null ? [] : [shortenJobHold(job, now)]),
    ];
    return { plan: joinPlans(...shorter), outcome: null };
  },
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
