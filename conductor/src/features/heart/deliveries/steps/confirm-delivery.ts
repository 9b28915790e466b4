import { joinPlans, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { jobTable } from '../delivery-job.machine.ts';
import { changeJob } from '../job-changes.ts';
import * as deliveries from '../queries.ts';
import { dispatch } from '../effects.ts';

type ConfirmOutcome = 'confirmed' | 'not_found' | 'invalid_transition';

interface ConfirmInput {
  readonly jobId: string;
  readonly via: string;
  readonly now: number;
}

/**
 * A person found the message of an uncertain delivery in the conversation: the job continues as if the browser had seen
 * it, and is never sent again.
 */
export const confirmDelivery = defineStep({
  name: 'confirm delivery',
  load: ({ jobId }: ConfirmInput) => ({
    job: deliveries.job({ jobId }),
    conversation: deliveries.conversationOfJob({ jobId }),
  }),
  decide({ job, conversation }, { via, now }): Decision<ConfirmOutcome> {
    if (job === null || conversation === null) return { plan: plan({}), outcome: 'not_found' };
    // The conversation went on from where the message was to stand: what it waited for has come.
    const answered = conversation.latestAssistantMessageId !== job.assistantMessageId;
    const event = { type: 'FOUND', answered } as const;
    if (!jobTable.can(job.status, event) || job.lastErrorCode !== 'delivery_uncertain') {
      return { plan: plan({}), outcome: 'invalid_transition' };
    }
    const set = {
      dueAt: answered ? null : now + conversation.finalTimeoutMs,
      reconcile: false,
      lastErrorCode: null,
      lastErrorText: null,
      dismissedAt: null,
    };
    return {
      plan: joinPlans(
        changeJob({ job, event, now, actor: 'person', set, detail: { via } }),
        plan({ effects: [dispatch()] }),
      ),
      outcome: 'confirmed',
    };
  },
});
