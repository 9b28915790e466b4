import { conversationTable } from '../conversation.machine.ts';
import { joinPlans, plan, update } from '../plan.ts';
import type { Asks, Step } from '../step.ts';

/** Conversations that were to finish what was queued, and have: they are paused now. */
export const finishDrains: Step<
  { readonly now: number },
  { readonly drained: Asks<'drained'> },
  null
> = {
  name: 'finish drains',
  load: () => ({ drained: { ask: 'drained', limit: 64 } }),
  decide: ({ drained }, { now }) => ({
    plan: joinPlans(
      ...drained.map((conversation) => {
        const { conversationKey, localConversationId } = conversation;
        const mode = conversationTable.next(conversation.mode, { type: 'DRAINED' });
        return plan({
          changes: [
            update('conversations', conversation, {
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
          effects: [{ kind: 'conversation_changed', conversationKey }],
        });
      }),
    ),
    outcome: null,
  }),
};
