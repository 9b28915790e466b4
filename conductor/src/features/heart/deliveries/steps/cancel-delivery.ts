import { NO_LONGER_AWAITED } from '../../../../../../shared/model/no-longer-awaited.ts';
import { type AuditEvent, joinPlans, plan, type Plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { cancelFrame } from '../../conversations/feature.ts';
import { jobTable } from '../delivery-job.machine.ts';
import { changeJob } from '../job-changes.ts';
import type { DeliveryJob } from '../rows.ts';
import * as deliveries from '../queries.ts';
import { dispatch } from '../effects.ts';

/** `invalid_transition`: the job has ended, or an agent or a program works on it. */
export type CancelOutcome = 'cancelled' | 'not_found' | 'invalid_transition';

interface CancelDeliveryInput {
  readonly jobId: string;
  readonly actor: AuditEvent['actor'];
  /** Reason, for people. Default: that a person cancelled it. */
  readonly reason?: string;
  readonly now: number;
}

/** Cancels a delivery: takes its message back, or waits no longer for the reply where that is in its conversation. */
export const cancelDelivery = defineStep({
  name: 'cancel delivery',
  load: ({ jobId }: CancelDeliveryInput) => ({ job: deliveries.job({ jobId }) }),
  decide(
    { job },
    { actor, reason: text = 'A person cancelled it.', now },
  ): Decision<CancelOutcome> {
    if (job === null) return { plan: plan({}), outcome: 'not_found' };
    const ended = endedWait(job, actor, now);
    if (ended !== null) return { plan: ended, outcome: 'cancelled' };
    if (job.status === 'acked' || !jobTable.can(job.status, { type: 'CANCEL' }))
      return { plan: plan({}), outcome: 'invalid_transition' };
    return { plan: cancelled(job, { code: 'cancelled', text }, actor, now), outcome: 'cancelled' };
  },
});

/**
 * Takes a delivery back whose reply nobody waits for any more, and has the page stop the reply where the message was
 * sent already.
 */
export const stopDelivery = defineStep({
  name: 'stop delivery',
  load: ({ jobId }: CancelDeliveryInput) => ({ job: deliveries.job({ jobId }) }),
  decide({ job }, { actor, now }): Decision<null> {
    if (job === null) return { plan: plan({}), outcome: null };
    if (job.status !== 'acked' && jobTable.can(job.status, { type: 'CANCEL' })) {
      const error = { code: 'cancelled', text: 'Nobody waits for its reply any more.' } as const;
      return { plan: cancelled(job, error, actor, now, { stopsReply: true }), outcome: null };
    }
    const isAnswered = job.status === 'acked' && job.clientId !== null;
    const frames = isAnswered ? [cancelFrame(job.clientId, job.jobId, { stopsReply: true })] : [];
    return { plan: plan({ frames }), outcome: null };
  },
});

/**
 * Ends the wait for the reply to a message that is in its conversation, and what waits behind it continues. Sent again
 * by a person, it is looked for first: its message is there. Null: no reply is awaited that a page brings. Whoever else
 * works on it ends it: their run is stopped instead.
 */
export function endedWait(job: DeliveryJob, actor: AuditEvent['actor'], now: number): Plan | null {
  // Only a reply that a page brings has its time.
  if (job.status !== 'acked' || job.dueAt === null) return null;
  const error = { code: 'cancelled', text: NO_LONGER_AWAITED } as const;
  return joinPlans(
    changeJob({ job, event: { type: 'CANCEL' }, now, actor, error, set: { reconcile: true } }),
    plan({ effects: [dispatch()] }),
  );
}

/** The plan that cancels a job, and takes it back from a browser that has not begun to send. */
export function cancelled(
  job: DeliveryJob,
  error: { readonly code: 'cancelled' | 'anchor_stale'; readonly text: string },
  actor: AuditEvent['actor'],
  now: number,
  reply: { readonly stopsReply?: boolean } = {},
): Plan {
  const isHeld = job.status === 'dispatched';
  const set = isHeld ? {} : { clientId: null };
  return joinPlans(
    changeJob({ job, event: { type: 'CANCEL' }, now, actor, error, set }),
    plan({
      frames: isHeld && job.clientId !== null ? [cancelFrame(job.clientId, job.jobId, reply)] : [],
      effects: [dispatch()],
    }),
  );
}
