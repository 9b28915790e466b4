import { ERROR_CODES } from '../../../../../../shared/model/error-codes.ts';
import { joinPlans, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { fromClient } from '../../../ground/browsers/feature.ts';
import type { Conversation } from '../../conversations/feature.ts';
import { jobTable } from '../delivery-job.machine.ts';
import { isOutcomeOpen } from '../is-outcome-open.ts';
import { changeJob } from '../job-changes.ts';
import type { DeliveryJob } from '../rows.ts';
import * as deliveries from '../queries.ts';
import { dispatch } from '../effects.ts';

/** Which job a person retries. */
export interface RetryInput {
  readonly jobId: string;
  /** Attempts of this further round. */
  readonly maxAttempts: number;
  /** The person looked themselves, and it is not there: it goes out without another look. */
  readonly anyway?: boolean;
  readonly now: number;
}

/** `invalid_transition`: the job has not failed, or may not be sent again. */
export type RetryOutcome = 'retried' | 'not_found' | 'invalid_transition';

/**
 * A person wants a failed delivery tried again. Where nobody could tell whether it was sent, its browser looks into the
 * conversation first, unless the person has. What is not failed stays as it is.
 */
export const retryDelivery = defineStep({
  name: 'retry delivery',
  load: ({ jobId }: RetryInput) => ({
    job: deliveries.job({ jobId }),
    conversation: deliveries.conversationOfJob({ jobId }),
  }),
  decide({ job, conversation }, { maxAttempts, anyway = false, now }): Decision<RetryOutcome> {
    if (job === null) return { plan: plan({}), outcome: 'not_found' };
    const event = { type: 'RETRY' } as const;
    if (!jobTable.can(job.status, event) || !mayRetry(job) || (anyway && !isForPerson(job))) {
      return { plan: plan({}), outcome: 'invalid_transition' };
    }
    const set = {
      // Attempts are counted on: a browser acts on each number once.
      maxAttempts: job.attemptCount + maxAttempts,
      // guard: retry-looks
      reconcile: !anyway && (job.reconcile || isOutcomeOpen(job) || isForPerson(job)),
      assistantMessageId: anchorOfRetry(job, conversation),
      lastErrorCode: null,
      lastErrorText: null,
      dismissedAt: null,
    };
    return {
      plan: joinPlans(
        changeJob({ job, event, now, actor: 'person', set, detail: { ...(anyway && { anyway }) } }),
        plan({ effects: [dispatch()] }),
      ),
      outcome: 'retried',
    };
  },
});

/** The same, asked for in a browser's popup. */
export const retryDeliveryFromBrowser = fromClient(retryDelivery);

/**
 * Tells whether a person may retry a job: not if its message is in the conversation already, and would be sent twice.
 */
export function mayRetry({ lastErrorCode }: DeliveryJob): boolean {
  return lastErrorCode === null || ERROR_CODES[lastErrorCode].retry !== 'never';
}

/** Tells whether only a person could tell whether the job was sent. */
function isForPerson({ lastErrorCode, userMessageId }: DeliveryJob): boolean {
  return lastErrorCode === 'delivery_uncertain' && userMessageId === null;
}

/**
 * Returns the anchor of a retry. After `anchor_stale` it is the newest reply: the person has seen how the conversation
 * stands now, and wants it to continue from there.
 */
function anchorOfRetry(job: DeliveryJob, conversation: Conversation | null): string | null {
  const moved = job.lastErrorCode === 'anchor_stale' && conversation !== null;
  return moved ? conversation.latestAssistantMessageId : job.assistantMessageId;
}
