import { plan, update } from '../../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import { type ChatSession, CHAT_SESSIONS } from '../rows.ts';
import * as sessions from '../queries.ts';

interface KeepSessionInput {
  readonly chatSessionId: string;
  readonly now: number;
}

/** The MCP client of a session is still there, or is again. Null: there is no such session of a program. */
export const keepSession = defineStep({
  name: 'keep session',
  load: ({ chatSessionId }: KeepSessionInput) => ({
    session: sessions.chatSession({ chatSessionId }),
  }),
  decide({ session }, { now }): Decision<ChatSession | null> {
    // A conversation's session is its assistant's: no program may speak for that.
    if (session?.kind !== 'client') return { plan: plan({}), outcome: null };
    const set = { clientSeenAt: now };
    return {
      plan: plan({ changes: [update(CHAT_SESSIONS, session, set)] }),
      outcome: { ...session, ...set },
    };
  },
});
