import { MAX_SHOWN_JOBS, shownConversation } from '../shown-conversation.ts';
import { plan } from '../plan.ts';
import type { Asks, Step } from '../step.ts';

interface Ref {
  readonly platform: string;
  readonly remote_conversation_id: string;
}

/** Tells the browsers that watch a conversation how it stands. */
export const publishConversation: Step<
  { readonly ref: Ref; readonly clientIds: readonly string[] },
  {
    readonly conversation: Asks<'conversation'>;
    readonly jobs: Asks<'jobsToShow'>;
  },
  null
> = {
  name: 'publish conversation',
  load: ({ ref }) => ({
    conversation: { ask: 'conversation', ref },
    jobs: { ask: 'jobsToShow', ref },
  }),
  decide({ conversation, jobs }, { clientIds }) {
    if (conversation === null) return { plan: plan({}), outcome: null };
    const frame = shownConversation(conversation, jobs.slice(0, MAX_SHOWN_JOBS));
    return {
      plan: plan({ frames: clientIds.map((clientId) => ({ clientId, frame })) }),
      outcome: null,
    };
  },
};
