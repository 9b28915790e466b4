import { plan } from '../../../engine/plan.ts';
import type { Asks, Step } from '../../../engine/step.ts';
import { MAX_SHOWN_APPROVALS } from '../../actions/feature.ts';
import { MAX_SHOWN_JOBS, shownConversation } from '../shown-conversation.ts';

interface Ref {
  readonly platform: string;
  readonly remote_conversation_id: string;
}

/** Tells a browser that watches a conversation how it stands. */
export const publishConversation: Step<
  { readonly ref: Ref; readonly clientId: string; readonly now: number },
  {
    readonly conversation: Asks<'conversation'>;
    readonly jobs: Asks<'jobsToShow'>;
    readonly approvals: Asks<'openApprovalsOf'>;
    readonly heldReply: Asks<'heldReply'>;
    readonly busy: Asks<'isBusy'>;
    readonly renewal: Asks<'renewal'>;
    readonly parkedUntil: Asks<'parkedUntil'>;
  },
  null
> = {
  name: 'publish conversation',
  load: ({ ref, now }) => ({
    conversation: { ask: 'conversation', ref },
    jobs: { ask: 'jobsToShow', ref },
    approvals: { ask: 'openApprovalsOf', ref, limit: MAX_SHOWN_APPROVALS },
    heldReply: { ask: 'heldReply', ref },
    busy: { ask: 'isBusy', ref },
    renewal: { ask: 'renewal', ref },
    parkedUntil: { ask: 'parkedUntil', ref, now },
  }),
  decide({ conversation, jobs, ...rest }, { clientId }) {
    if (conversation === null) return { plan: plan({}), outcome: null };
    const frame = shownConversation(conversation, { jobs: jobs.slice(0, MAX_SHOWN_JOBS), ...rest });
    return { plan: plan({ frames: [{ clientId, frame }] }), outcome: null };
  },
};
