import { plan, update } from '../../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import { type ChatSession, CHAT_SESSIONS } from '../rows.ts';
import * as sessions from '../queries.ts';

const nothingRead = { taint: null, seen: null };

interface ClearTaintInput {
  readonly chatSessionId: string;
  readonly via: string;
  readonly now: number;
}

/** A person has looked, and lets the session go on as if it had read nothing. */
export const clearTaint = defineStep({
  name: 'clear taint',
  load: ({ chatSessionId }: ClearTaintInput) => ({
    session: sessions.chatSession({ chatSessionId }),
  }),
  decide({ session }, { via, now }): Decision<ChatSession | null> {
    if (session === null || (session.taint === null && session.seen === null))
      return { plan: plan({}), outcome: session };
    return {
      plan: plan({
        changes: [update(CHAT_SESSIONS, session, nothingRead)],
        events: [
          {
            type: 'taint.cleared',
            subjectId: session.chatSessionId,
            conversationKey: session.conversationKey,
            actor: 'person',
            at: now,
            detail: {
              via,
              origins: session.taint?.origins ?? [],
              kinds: Object.keys(session.seen ?? {}),
            },
          },
        ],
      }),
      outcome: { ...session, ...nothingRead },
    };
  },
});
