import { plan, update } from '../../../engine/plan.ts';
import type { QueryNamed } from '../../../engine/query.ts';
import type { Step } from '../../../engine/step.ts';
import type { ChatSession } from '../rows.ts';

/** The MCP client of a session is still there, or is again. Null: there is no such session of a program. */
export const keepSession: Step<
  { readonly chatSessionId: string; readonly now: number },
  { readonly session: QueryNamed<'chatSession'> },
  ChatSession | null
> = {
  name: 'keep session',
  load: ({ chatSessionId }) => ({ session: { query: 'chatSession', chatSessionId } }),
  decide({ session }, { now }) {
    // A conversation's session is its assistant's: no program may speak for that.
    if (session?.kind !== 'client') return { plan: plan({}), outcome: null };
    const set = { clientSeenAt: now };
    return {
      plan: plan({ changes: [update('chatSessions', session, set)] }),
      outcome: { ...session, ...set },
    };
  },
};
