import { plan, update } from '../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../engine/step.ts';
import type { ChatSession } from '../rows.ts';

interface ClearTaintInput {
  readonly chatSessionId: string;
  readonly via: string;
  readonly now: number;
}

/** A person has looked, and lets the session go on as if it had read nothing. */
export const clearTaint = defineStep({
  name: 'clear taint',
  load: ({ chatSessionId }: ClearTaintInput) => ({
    session: { query: 'chatSession', chatSessionId },
  }),
  decide({ session }, { via, now }): Decision<ChatSession | null> {
    if (session === null || session.taint === null) return { plan: plan({}), outcome: session };
    return {
      plan: plan({
        changes: [update('chatSessions', session, { taint: null })],
        events: [
          {
            type: 'taint.cleared',
            subjectId: session.chatSessionId,
            conversationKey: session.conversationKey,
            actor: 'person',
            at: now,
            detail: { via, origins: session.taint.origins },
          },
        ],
      }),
      outcome: { ...session, taint: null },
    };
  },
});
