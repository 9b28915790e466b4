import {
  type AuditEvent,
  insert,
  type Plan,
  plan,
  remove,
  update,
} from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { type FaceSession, FACE_SESSIONS } from '../rows.ts';
import { isOver } from '../session-life.ts';
import * as people from '../queries.ts';
import * as asks from '../asks.ts';
import { faceSessionEnded } from '../effects.ts';

/**
 * Most sessions of one scope: more than a person has browsers. Counted by scope, so that a session that may do less
 * ends none that may do more.
 */
const MAX_OF_A_SCOPE = 50;

type EndReason = 'left' | 'ended' | 'idle' | 'displaced' | 'restored';

/** Stores a new session. Sessions that have ended are deleted in the same commit. */
export const enterFace = defineStep({
  name: 'enter face',
  load: () => ({ sessions: people.faceSessions() }),
  decide({ sessions }, { session }: { readonly session: FaceSession }): Decision<null> {
    const now = session.createdAt;
    const idle = sessions.filter((one) => isOver(one, session.bootId, now));
    const displaced = sessions
      .filter((one) => one.scope === session.scope && !idle.includes(one))
      .slice(MAX_OF_A_SCOPE - 1);
    const ends = [endSessions(idle, 'idle', now), endSessions(displaced, 'displaced', now)];
    const { sessionId, scope, host, userAgent } = session;
    const entered = sessionEvent('entered', sessionId, now, { scope, host, browser: userAgent });
    return {
      plan: plan({
        changes: [
          ...ends.flatMap(({ changes }) => changes),
          insert(FACE_SESSIONS, { ...session, seenEventId: seenBefore(idle, session) }),
        ],
        events: [...ends.flatMap(({ events }) => events), entered],
        effects: ends.flatMap(({ effects }) => effects),
      }),
      outcome: null,
    };
  },
});

/** How far the trail was looked at in the same browser before the conductor was started anew. */
function seenBefore(ended: readonly FaceSession[], { scope, userAgent }: FaceSession): number {
  const same = ended.filter((one) => one.scope === scope && one.userAgent === userAgent);
  return Math.max(0, ...same.map(({ seenEventId }) => seenEventId));
}

interface TouchFaceInput {
  readonly sessionId: string;
  readonly now: number;
}

/** Stores that a session was used. */
export const touchFace = defineStep({
  name: 'touch face',
  load: ({ sessionId }: TouchFaceInput) => ({
    session: people.faceSession({ sessionId }),
  }),
  decide: ({ session }, { now }): Decision<null> => ({
    plan: plan({
      changes: session === null ? [] : [update(FACE_SESSIONS, session, { lastUsedAt: now })],
    }),
    outcome: null,
  }),
});

interface MarkSeenInput {
  readonly sessionId: string;
  readonly seenEventId: number;
}

/**
 * Stores the newest event that a session's person looked at; it never goes back. No audit event: that would be one more
 * to look at. The outcome is null where there is no such session.
 */
export const markSeen = defineStep({
  name: 'mark seen',
  load: ({ sessionId }: MarkSeenInput) => ({
    session: people.faceSession({ sessionId }),
    newest: asks.newestEventId(),
  }),
  decide({ session, newest }, { seenEventId }): Decision<Marked | null> {
    if (session === null) return { plan: plan({}), outcome: null };
    if (seenEventId > newest) return { plan: plan({}), outcome: { kind: 'too_new', newest } };
    const seen = Math.max(session.seenEventId, seenEventId);
    const changes =
      seen === session.seenEventId ? [] : [update(FACE_SESSIONS, session, { seenEventId: seen })];
    return { plan: plan({ changes }), outcome: { kind: 'marked', seen } };
  },
});

type Marked =
  | { readonly kind: 'marked'; readonly seen: number }
  | { readonly kind: 'too_new'; readonly newest: number };

interface EndFaceInput {
  readonly which: { readonly only: string } | { readonly allBut: string | null };
  readonly reason: EndReason;
  readonly via: string;
  readonly now: number;
}

/** Ends one session, or all but one. The outcome says which ended. */
export const endFace = defineStep({
  name: 'end face',
  load: () => ({ sessions: people.faceSessions() }),
  decide({ sessions }, { which, reason, via, now }: EndFaceInput): Decision<readonly string[]> {
    const ending = sessions.filter(({ sessionId }) =>
      'only' in which ? sessionId === which.only : sessionId !== which.allBut,
    );
    return {
      plan: endSessions(ending, reason, now, { via }),
      outcome: ending.map(({ sessionId }) => sessionId),
    };
  },
});

/** The plan that ends sessions, with their audit events and effects. */
export function endSessions(
  sessions: readonly FaceSession[],
  reason: EndReason,
  now: number,
  detail: AuditEvent['detail'] = {},
): Plan {
  return plan({
    changes: sessions.map((one) => remove(FACE_SESSIONS, one)),
    events: sessions.map(({ sessionId }) =>
      sessionEvent('ended', sessionId, now, { ...detail, reason }),
    ),
    effects: sessions.map(({ sessionId }) => faceSessionEnded({ sessionId })),
  });
}

function sessionEvent(
  what: 'entered' | 'ended',
  subjectId: string,
  at: number,
  detail: AuditEvent['detail'],
): AuditEvent {
  const type = `face_session.${what}` as const;
  return { type, subjectId, conversationKey: null, actor: 'person', at, detail };
}
