import type { ConversationRef } from '../../../../../shared/model/conversation-key.ts';
import { plan } from '../../../engine/plan.ts';
import type { Asks, Step } from '../../../engine/step.ts';
import type { JobStatus } from '../delivery-job.machine.ts';

export interface ConversationStatus {
  readonly mode: 'auto' | 'manual' | 'paused';
  readonly draining: boolean;
  readonly pauseReason: string | null;
  readonly jobs: Readonly<Partial<Record<JobStatus, number>>>;
  readonly latestAssistantMessageId: string | null;
  readonly latestObservedAtMs: number | null;
}

/** How a conversation stands, for the assistant in it. Changes nothing. */
export const readConversationStatus: Step<
  { readonly ref: ConversationRef },
  { readonly conversation: Asks<'conversation'>; readonly jobs: Asks<'jobCounts'> },
  ConversationStatus
> = {
  name: 'read conversation status',
  load: ({ ref }) => ({
    conversation: { ask: 'conversation', ref },
    jobs: { ask: 'jobCounts', ref },
  }),
  decide({ conversation, jobs }, { ref }) {
    if (conversation === null)
      throw new Error(`no conversation ${ref.platform}/${ref.remote_conversation_id}`);
    const draining = conversation.mode === 'draining';
    return {
      plan: plan({}),
      outcome: {
        mode: conversation.mode === 'draining' ? 'auto' : conversation.mode,
        draining,
        pauseReason: conversation.pauseReason,
        jobs,
        latestAssistantMessageId: conversation.latestAssistantMessageId,
        latestObservedAtMs: conversation.latestObservedAt,
      },
    };
  },
};
