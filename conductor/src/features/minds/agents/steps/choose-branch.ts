import { plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import * as agents from '../queries.ts';
import { AGENT_SESSIONS } from '../rows.ts';
import { conversationChanged } from '../../../heart/conversations/effects.ts';

export interface ChooseBranchInput {
  readonly localConversationId: string;
  readonly messageId: string;
  readonly via: string;
  readonly now: number;
}

/** The next turn follows the newest branch below the message. Returns the message that it follows; null: there is none. */
export const chooseBranch = defineStep({
  name: 'choose branch',
  load: (named: ChooseBranchInput) => ({
    session: agents.agentSession({ ...named }),
    leaf: agents.agentLeafBelow({ ...named }),
  }),
  decide({ session, leaf }, { via, now }): Decision<string | null> {
    if (session === null || leaf === null) return { plan: plan({}), outcome: null };
    const { headMessageId, conversationKey } = session.session;
    if (headMessageId === leaf) return { plan: plan({}), outcome: leaf };
    return {
      plan: plan({
        changes: [update(AGENT_SESSIONS, session.session, { headMessageId: leaf, updatedAt: now })],
        events: [
          {
            type: 'agent_session.branch',
            subjectId: leaf,
            conversationKey,
            actor: 'person',
            at: now,
            detail: { via, before: headMessageId },
          },
        ],
        effects: [conversationChanged({ conversationKey })],
      }),
      outcome: leaf,
    };
  },
});
