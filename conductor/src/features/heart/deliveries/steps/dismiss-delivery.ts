import { plan, update } from '../../../../engine/plan.ts';
import type { Decision } from '../../../../engine/step.ts';
import { fromClient } from '../../../ground/browsers/feature.ts';
import { endedWait } from './cancel-delivery.ts';
import * as deliveries from '../queries.ts';
import { DELIVERY_JOBS } from '../rows.ts';
import { conversationChanged } from '../../conversations/effects.ts';

interface DismissDeliveryInput {
  readonly jobId: string;
  readonly now: number;
}

/** A person puts a delivery aside: a failure is not shown any more, and the reply to a sent message not awaited. */
export const dismissDelivery = fromClient({
  name: 'dismiss delivery',
  load: ({ jobId }: DismissDeliveryInput) => ({
    job: deliveries.job({ jobId }),
  }),
  decide({ job }, { now }): Decision<null> {
    const ended = job && endedWait(job, 'person', now);
    if (ended !== null) return { plan: ended, outcome: null };
    if (job?.status !== 'failed' || job.dismissedAt !== null)
      return { plan: plan({}), outcome: null };
    const { jobId: subjectId, conversationKey } = job;
    return {
      plan: plan({
        changes: [update(DELIVERY_JOBS, job, { dismissedAt: now, updatedAt: now })],
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
        effects: [conversationChanged({ conversationKey })],
      }),
      outcome: null,
    };
  },
});
