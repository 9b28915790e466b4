import { plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { MAX_SHOWN_APPROVALS } from '../../../heart/actions/feature.ts';
import { MAX_SHOWN_JOBS, shownConversation } from '../shown-conversation.ts';
import * as conversations from '../../../heart/conversations/queries.ts';
import * as deliveries from '../../../heart/deliveries/queries.ts';
import * as approvals from '../../../heart/actions/approvals/queries.ts';
import * as replies from '../../../heart/replies/queries.ts';
import * as overview from '../queries.ts';
import * as bindings from '../../../heart/lineage/bindings/queries.ts';

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
    conversation: conversations.conversation({ ref }),
    jobs: deliveries.jobsToShow({ ref }),
    approvals: approvals.openApprovalsOf({ ref, limit: MAX_SHOWN_APPROVALS }),
    heldReply: replies.heldReply({ ref }),
    busy: overview.isBusy({ ref }),
    serves: bindings.bindingOfChat({ refs: [ref] }),
    renewal: conversations.renewal({ ref }),
    parkedUntil: deliveries.parkedUntil({ ref, now }),
  }),
  decide({ conversation, jobs, ...rest }, { clientId }): Decision<null> {
    if (conversation === null) return { plan: plan({}), outcome: null };
    const frame = shownConversation(conversation, { jobs: jobs.slice(0, MAX_SHOWN_JOBS), ...rest });
    return { plan: plan({ frames: [{ clientId, frame }] }), outcome: null };
  },
});
