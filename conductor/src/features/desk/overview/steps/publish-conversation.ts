import { plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { MAX_SHOWN_APPROVALS } from '../../../heart/actions/feature.ts';
import { MAX_SHOWN_JOBS, shownConversation } from '../shown-conversation.ts';

interface Ref {
  readonly platform: string;
  readonly remote_conversation_id: string;
}

interface PublishConversationInput {
  readonly ref: Ref;
  readonly clientId: string;
  readonly now: number;
}

/** Puts a `conversation.state` into the outbox of a browser that watches the conversation. */
export const publishConversation = defineStep({
  name: 'publish conversation',
  load: ({ ref, now }: PublishConversationInput) => ({
    conversation: { query: 'conversation', ref },
    jobs: { query: 'jobsToShow', ref },
    approvals: { query: 'openApprovalsOf', ref, limit: MAX_SHOWN_APPROVALS },
    heldReply: { query: 'heldReply', ref },
    busy: { query: 'isBusy', ref },
    serves: { query: 'bindingOfChat', refs: [ref] },
    renewal: { query: 'renewal', ref },
    parkedUntil: { query: 'parkedUntil', ref, now },
  }),
  decide({ conversation, jobs, ...rest }, { clientId }): Decision<null> {
    if (conversation === null) return { plan: plan({}), outcome: null };
    const frame = shownConversation(conversation, { jobs: jobs.slice(0, MAX_SHOWN_JOBS), ...rest });
    return { plan: plan({ frames: [{ clientId, frame }] }), outcome: null };
  },
});
