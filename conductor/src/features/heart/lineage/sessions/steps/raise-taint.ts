import { plan, update } from '../../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import { tainted } from '../tainted.ts';
import * as sessions from '../queries.ts';
import { CHAT_SESSIONS } from '../rows.ts';

interface RaiseTaintInput {
  readonly chatSessionId: string;
  /** Site whose words are to be read. */
  readonly origin: string;
  readonly now: number;
}

/** A session is about to be told what a stranger wrote. False: it is gone. */
export const raiseTaint = defineStep({
  name: 'raise taint',
  load: ({ chatSessionId }: RaiseTaintInput) => ({
    session: sessions.chatSession({ chatSessionId }),
  }),
  decide({ session }, { origin, now }): Decision<boolean> {
    const raised = session && tainted(session, [origin], now);
    if (session === null || raised === null) return { plan: plan({}), outcome: session !== null };
    return {
      plan: plan({
        changes: [update(CHAT_SESSIONS, session, { taint: raised.taint, lastUsedAt: now })],
        events: [raised.event],
      }),
      outcome: true,
    };
  },
});
