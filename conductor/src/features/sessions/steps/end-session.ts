import { type AuditEvent, plan, remove, update } from '../../../engine/plan.ts';
import type { QueryNamed } from '../../../engine/query.ts';
import type { Step } from '../../../engine/step.ts';
import type { ChatSession } from '../rows.ts';

/**
 * A program's session has ended: nobody is expected in it any more. One that was never used is forgotten; any other can be
 * used again, and is still marked by what it has read.
 */
export const endSession: Step<
  {
    readonly chatSessionId: string;
    readonly actor: AuditEvent['actor'];
    readonly reason: string;
    readonly now: number;
  },
  { readonly session: QueryNamed<'chatSession'> },
  ChatSession | null
> = {
  name: 'end session',
  load: ({ chatSessionId }) => ({ session: { query: 'chatSession', chatSessionId } }),
  decide({ session }, { actor, reason, now }) {
    if (session?.kind !== 'client') return { plan: plan({}), outcome: null };
    const isUnused = session.nextIndex === 0 && session.lastUsedAt === session.createdAt;
    const set = { clientSeenAt: null };
    return {
      plan: plan({
        changes: [
          isUnused ? remove('chatSessions', session) : update('chatSessions', session, set),
        ],
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
};
