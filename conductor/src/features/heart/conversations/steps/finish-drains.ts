import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import { plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { conversationTable } from '../conversation.machine.ts';
import * as conversations from '../queries.ts';
import { CONVERSATIONS } from '../rows.ts';
import { conversationChanged } from '../effects.ts';

interface FinishDrainInput {
  readonly conversationKey: ConversationKey;
  readonly now: number;
}

/** Pauses a conversation that has finished draining. */
export const finishDrain = defineStep({
  name: 'finish drain',
  load: ({ conversationKey }: FinishDrainInput) => ({
    conversation: conversations.drainedConversation({ conversationKey }),
  }),
  decide({ conversation }, { now }): Decision<null> {
    if (conversation === null) return { plan: plan({}), outcome: null };
    const { conversationKey, localConversationId } = conversation;
    const mode = conversationTable.next(conversation.mode, { type: 'DRAINED' });
    return {
      plan: plan({
        changes: [
          update(CONVERSATIONS, conversation, {
            mode,
            pauseReason: conversation.pauseReason ?? 'drained',
            updatedAt: now,
          }),
        ],
        events: [
          {
            type: 'conversation.mode_set',
            subjectId: localConversationId,
            conversationKey,
            actor: 'conductor',
            at: now,
            detail: { from: 'draining', to: mode, reason: 'drained' },
          },
        ],
        effects: [conversationChanged({ conversationKey })],
      }),
      outcome: null,
    };
  },
});
