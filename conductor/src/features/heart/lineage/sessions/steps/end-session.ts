import { type AuditEvent, plan, remove, update } from '../../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import { type ChatSession, CHAT_SESSIONS } from '../rows.ts';
import * as sessions from '../queries.ts';

interface EndSessionInput {
  readonly chatSessionId: string;
  readonly actor: AuditEvent['actor'];
  readonly reason: string;
  readonly now: number;
}

/**
 * A program's session has ended: nobody is expected in it any more. One that was never used is forgotten; any other can be
 * used again, and is still marked by what it has read.
 */
export const endSession = defineStep({
  name: 'end session',
  load: ({ chatSessionId }: EndSessionInput) => ({
    session: sessions.chatSession({ chatSessionId }),
  }),
  decide({ session }, { actor, reason, now }): Decision<ChatSession | null> {
    if (session?.kind !== 'client') return { plan: plan({}), outcome: null };
    const isUnused = session.nextIndex === 0 && session.lastUsedAt === session.createdAt;
    const set = { clientSeenAt: null };
    return {
      plan: plan({
        changes: [isUnused ? remove(CHAT_SESSIONS, session) : update(CHAT_SESSIONS, session, set)],
        events: [
          {
            type: 'session.ended',
            subjectId: session.chatSessionId,
            conversationKey: null,
            actor,
            at: now,
            detail: { label: session.label, reason },
          },
        ],
      }),
      outcome: { ...session, ...set },
    };
  },
});
