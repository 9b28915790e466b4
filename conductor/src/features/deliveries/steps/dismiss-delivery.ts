import { plan, update } from '../../../engine/plan.ts';
import type { QueryNamed } from '../../../engine/query.ts';
import { fromClient } from '../../browsers/feature.ts';

/** A person has seen in a browser that a delivery failed, and does not want to be told of it any more. */
export const dismissDelivery = fromClient<
  { readonly jobId: string; readonly now: number },
  { readonly job: QueryNamed<'job'> },
  null
>({
  name: 'dismiss delivery',
  load: ({ jobId }) => ({ job: { query: 'job', jobId } }),
  decide({ job }, { now }) {
    if (job?.status !== 'failed' || job.dismissedAt !== null)
      return { plan: plan({}), outcome: null };
    const { jobId: subjectId, conversationKey } = job;
    return {
      plan: plan({
        changes: [update('deliveryJobs', job, { dismissedAt: now, updatedAt: now })],
        events: [
          {
            type: 'delivery_job.dismissed',
            subjectId,
            conversationKey,
            actor: 'person',
            at: now,
            detail: { via: 'popup', code: job.lastErrorCode },
          },
        ],
        effects: [{ kind: 'conversation_changed', conversationKey }],
      }),
      outcome: null,
    };
  },
});
