import { plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { type NewSession, newSession } from '../new-session.ts';
import * as agents from '../queries.ts';
import * as conversations from '../../../heart/conversations/queries.ts';

/**
 * A conversation with an agent begins. One that is there by that id stays as it is; `taken`: it is no agent's.
 */
export const openAgentSession = defineStep({
  name: 'open agent session',
  load: ({ localConversationId }: Omit<NewSession, 'askedBy'>) => ({
    known: agents.agentSession({ localConversationId }),
    other: conversations.conversationByLocalId({ localConversationId }),
  }),
  decide({ known, other }, asked): Decision<'open' | 'taken'> {
    if (known !== null) return { plan: plan({}), outcome: 'open' };
    if (other !== null) return { plan: plan({}), outcome: 'taken' };
    return { plan: newSession({ ...asked, askedBy: null }), outcome: 'open' };
  },
});
